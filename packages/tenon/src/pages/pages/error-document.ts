import { createHash } from 'node:crypto'
import { language } from '../../base/language/current-language.ts'
import { direction } from '../../base/language/direction.ts'
import { sayOwn } from '../../base/language/words/own-words.ts'
import type { PublicError } from '../../base/support/http-error.ts'
import { html } from '../../web/http/replies.ts'
import type { Reply } from '../../web/http/reply.ts'
import { toOwnUrl } from '../../web/routing/url.ts'
import { toHtmlText } from '../assets/escape.ts'
import { emptyIcon } from '../assets/icon.ts'

/** A document about a status. It needs no script, no asset and no application code. */
export interface StatusDocument {
  readonly status: number
  readonly message: string
  /** Markup below the message. */
  readonly details: string
  /** The requested path. */
  readonly path: string
}

/** Writes an error as a plain document. */
export function toErrorDocument(
  { status, message, errors = {}, requestId }: PublicError,
  path: string,
): Reply<string> {
  const id = requestId === undefined ? '' : `<p><code>${toHtmlText(requestId)}</code></p>`
  return toStatusDocument({ status, message, details: toList(errors) + id, path })
}

/** Writes a document about a status, with a link to the start page. */
export function toStatusDocument({
  status,
  message,
  details,
  path,
}: StatusDocument): Reply<string> {
  const toStart = toHtmlText(sayOwn('Go to the start page'))
  const home = path === '/' ? '' : `<p><a class="home" href="${toOwnUrl('/')}">${toStart}</a></p>`
  const spoken = language()
  const body =
    `<!DOCTYPE html>\n<html lang="${spoken}" dir="${direction(spoken)}">\n<head>\n<meta charset="utf-8">\n` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<title>${status} ${toHtmlText(message)}</title>\n${emptyIcon}<style>${style}</style>\n</head>\n<body>\n` +
    `<main><p class="status">${status}</p><h1>${toHtmlText(message)}</h1>${details}${home}</main>\n</body>\n</html>\n`
  return html(body)
    .status(status)
    .vary('X-Inertia')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
}

function toList(errors: Readonly<Record<string, string>>): string {
  const items = Object.values(errors).map((message) => `<li>${toHtmlText(message)}</li>`)
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`
}

const style = `
:root { color-scheme: light dark; --ink: #1d1f23; --soft: #5d626c; --paper: #f6f6f4; --line: #d9d8d3; font: 1.0625rem/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --ink: #eceae5; --soft: #a4a8b1; --paper: #15171a; --line: #3a3e45 } }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: var(--paper); color: var(--ink) }
main { box-sizing: border-box; max-width: min(36rem, 100vw); padding: 2rem 1.5rem; text-align: center; overflow-wrap: anywhere }
.status { margin: 0; color: var(--soft); font-size: 1.125rem; font-weight: 600; font-variant-numeric: tabular-nums; letter-spacing: 0.05em }
h1 { margin: 0.25rem 0 1.25rem; font-size: clamp(1.75rem, 6vw, 2.5rem); line-height: 1.15; letter-spacing: -0.02em }
ul { margin: 0 0 1.25rem; padding: 0; list-style: none }
p { margin: 0 0 1.25rem; color: var(--soft) }
code { font-size: 0.875rem }
a { color: inherit }
.home { display: inline-block; padding: 0.5rem 1.125rem; border: 1px solid var(--line); border-radius: 0.625rem; color: var(--ink); font-weight: 600; text-decoration: none }
.home:hover { border-color: var(--soft) }
`

const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
