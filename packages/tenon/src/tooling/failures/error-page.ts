import type { StackFrame } from 'youch/types'
import { StatementError } from '../../data/database/database-error.ts'
import { toHtmlText, toScriptJson } from '../../pages/assets/escape.ts'
import { emptyIcon } from '../../pages/assets/icon.ts'
import { toReportText, type ErrorReport } from './error-report.ts'

export interface ErrorPageOptions {
  /** The application's folder. */
  readonly root: string
  /** Markup at the end of the page. */
  readonly tags: string
  /** Where the dashboard shows the request that failed. */
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
  const page = await youch.toHTML(report.error, { title: 'The application failed' })
  return page
    .replace('<head>', () => `<head>${emptyIcon}`)
    .replace('</h2>', () => `</h2>${toStatement(report.error)}`)
    .replace('</body>', () => `${toLink(requestPath)}${toCopyScript(report)}${tags}</body>`)
}

/** A refused statement is shown below what the database says of it, and not in the same sentence. */
function toHeadline(error: unknown, message: string): string {
  return error instanceof StatementError ? message.replace(`\n  in: ${error.sql}`, '') : message
}

function toStatement(error: unknown): string {
  return error instanceof StatementError
    ? `<pre id="error-statement">${toHtmlText(error.sql)}</pre>`
    : ''
}

/** Highlights the application's frames; the library highlights all outside of node_modules. */
function toFrameType({ type = 'app', fileName = '' }: StackFrame, root: string) {
  return type === 'app' && !fileName.startsWith(`${root}/`) ? 'module' : type
}

/**
 * The library's tables have a heading for every section; ours have one section each. Frames of the
 * framework and of packages are folded away, unless the application has none in the stack.
 */
const styles = `
.card-subtitle:empty { display: none }
#stack-frames-wrapper:not(.display-all) #stack-frames:has(.stack-frame-app) .stack-frame-module { display: none }
#request-link { position: fixed; right: 16px; bottom: 16px; padding: 8px 14px; border: 1px solid var(--border); border-radius: var(--radius);
  background: var(--surface-bg, Canvas); color: inherit; font: 600 14px/1.4 system-ui, sans-serif; text-decoration: none }
#error-statement { margin: 16px 0 0; padding: 12px 16px; border: 1px solid var(--border); border-radius: var(--radius);
  font: 14px/1.5 var(--font-mono, monospace); white-space: pre-wrap; overflow-wrap: anywhere }
`

/** In a tab of its own, because the page of a failed visit is shown in a frame. */
function toLink(requestPath: string | undefined): string {
  return requestPath === undefined
    ? ''
    : `<a id="request-link" href="${requestPath}" target="_blank">What this request did</a>\n`
}

/** The library's button copies only the message and the stack. */
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
