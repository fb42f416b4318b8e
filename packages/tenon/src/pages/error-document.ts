import { createHash } from 'node:crypto'
import { html } from '../http/replies.ts'
import type { Reply } from '../http/reply.ts'
import { toHtmlText } from '../assets/escape.ts'

/** What a client is told of an error: nothing in it is internal. */
export interface ClientError {
  readonly status: number
  readonly message: string
  /** The request's id, for errors that somebody will look up in the log. */
  readonly requestId?: string | undefined
}

/** An error as a document that needs no script, no asset and no application code. */
export function toErrorDocument({ status, message, requestId }: ClientError): Reply {
  const id = requestId === undefined ? '' : `<p><code>${toHtmlText(requestId)}</code></p>`
  const body =
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<title>${status} ${toHtmlText(message)}</title>\n<style>${style}</style>\n</head>\n<body>\n` +
    `<main><h1>${status}</h1><p>${toHtmlText(message)}</p>${id}</main>\n</body>\n</html>\n`
  return html(body)
    .status(status)
    .vary('X-Inertia')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
}

const style = `
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
body { display: grid; place-items: center; min-height: 100vh; margin: 0 }
main { padding: 2rem; text-align: center }
h1 { margin: 0; font-size: 4rem; line-height: 1 }
code { font-size: 0.875rem; opacity: 0.7 }
`

const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'self'`
