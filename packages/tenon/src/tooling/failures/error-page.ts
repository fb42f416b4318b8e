import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { StackFrame } from 'youch/types'
import { StatementError } from '../../data/database/database-error.ts'
import { toHtmlText, toScriptJson } from '../../pages/assets/escape.ts'
import { emptyIcon } from '../../pages/assets/icon.ts'
import { findPlace } from '../../pages/vite/errors/source-error.ts'
import { toReportText, type ErrorReport } from './error-report.ts'

export interface ErrorPageOptions {
  /** The application's folder. */
  readonly root: string
  /** Markup at the end of the page. */
  readonly tags: string
  /** The path at which the dashboard shows the failed request. */
  readonly requestPath?: string | undefined
}

/**
 * Renders a report as a document.
 *
 * It shows the source around the failing line, the request's details, and a button that copies
 * everything as text.
 */
export async function toErrorPage(
  report: ErrorReport,
  { root, tags, requestPath }: ErrorPageOptions,
): Promise<string> {
  const { Youch } = await import('youch')
  const youch = new Youch()
  for (const { title, rows } of report.sections) {
    youch.metadata.group(title, { '': rows.map(([key, value]) => ({ key, value })) })
  }
  youch.useTransformer((parsed) => {
    if (report.hint !== undefined) parsed.hint = toHtmlText(report.hint)
    for (const frame of parsed.frames) frame.type = toFrameType(frame, root)
    parsed.message = toHeadline(report.error, parsed.message)
  })
  youch.templates.injectStyles(styles)
  const page = await youch.toHTML(toShownError(report.error, root), {
    title: 'The application failed',
  })
  return toAccessible(page)
    .replace('<head>', () => `<head>${emptyIcon}`)
    .replace('</h2>', () => `</h2>${toStatement(report.error)}`)
    .replace('<div id="header-actions">', (start) => start + toLink(requestPath))
    .replace('</body>', () => `${toCopyScript(report)}${tags}</body>`)
}

/**
 * Puts the place that a message names, such as that of a route, on top of the stack if the application is not in it:
 * what is found at boot is thrown by the framework.
 */
function toShownError(error: unknown, root: string): unknown {
  if (!(error instanceof Error) || findPlace(error.stack ?? '', root) !== undefined) return error
  const [, name = '', position] =
    /([^\s()"]+\.\w+):(\d+(?::\d+)?)/.exec(error.message.slice(0, searched)) ?? []
  const file = resolve(root, name)
  if (position === undefined || !existsSync(file)) return error
  const place = `${file}:${position}${position.includes(':') ? '' : ':1'}`
  if (findPlace(`at ${place}`, root) === undefined) return error
  const frames = /^ +at [^]*/m.exec(error.stack ?? '')?.[0] ?? ''
  const stack = `${error.name}: ${error.message}\n    at ${place}\n${frames}`
  return Object.create(error, { stack: { value: stack } })
}

/** How much of a message is searched for a place, because the time grows with the square of a word's length. */
const searched = 2000

/** Adds a landmark and names to the library's markup, and replaces buttons that contain links. */
function toAccessible(page: string): string {
  return page
    .replace('<div id="layout">', '<div id="layout" role="main">')
    .replace(/<header id="header">([^]*?)<\/header>/, '<div id="header">$1</div>')
    .replaceAll(
      '<button class="stack-frame-toggle-indicator">',
      '<button class="stack-frame-toggle-indicator" aria-label="Show or hide the source">',
    )
    .replaceAll(
      /<button class="stack-frame-location">([^]*?)<\/button>/g,
      '<div class="stack-frame-location">$1</div>',
    )
}

/** Leaves the refused statement out of the message, because it is shown below it. */
function toHeadline(error: unknown, message: string): string {
  return error instanceof StatementError ? message.replace(`\n  in: ${error.sql}`, '') : message
}

function toStatement(error: unknown): string {
  return error instanceof StatementError
    ? `<pre id="error-statement">${toHtmlText(error.sql)}</pre>`
    : ''
}

/** Marks only the application's own frames as such; the library marks all frames outside node_modules. */
function toFrameType({ type = 'app', fileName = '' }: StackFrame, root: string) {
  return type === 'app' && !fileName.startsWith(`${root}/`) ? 'module' : type
}

/**
 * The library's tables have headings within a section; ours have only one group per section. Frames of the framework
 * and of packages are hidden, unless the stack has no frame of the application.
 */
const styles = `
.card-subtitle:empty { display: none }
#stack-frames-wrapper:not(.display-all) #stack-frames:has(.stack-frame-app) .stack-frame-module { display: none }
#header-actions { display: flex; align-items: center; justify-content: flex-end; gap: 16px }
#request-link { padding: 8px 14px; border: 1px solid var(--border); border-radius: var(--radius);
  background: var(--surface-bg, Canvas); color: inherit; font: 600 14px/1.4 system-ui, sans-serif; text-decoration: none }
html:not(.dark) .stack-frame-filepath { color: #1b6e49 }
#error-statement { margin: 16px 0 0; padding: 12px 16px; border: 1px solid var(--border); border-radius: var(--radius);
  font: 14px/1.5 var(--font-mono, monospace); white-space: pre-wrap; overflow-wrap: anywhere }
`

/** Opens in a new tab, because the page of a failed visit is shown in a frame. */
function toLink(requestPath: string | undefined): string {
  return requestPath === undefined
    ? ''
    : `<a id="request-link" href="${requestPath}" target="_blank">What this request did</a>\n`
}

/** Makes the button copy the whole report; the library's own would copy only the message and the stack. */
function toCopyScript(report: ErrorReport): string {
  const text = toScriptJson(JSON.stringify(toReportText(report)))
  return (
    `<script type="application/json" id="report-text">${text}</script>\n` +
    `<script>
  document.getElementById('copy-error-btn').dataset.errorText =
    JSON.parse(document.getElementById('report-text').textContent)
</script>\n`
  )
}
