import type { StackFrame } from 'youch/types'
import { toHtmlText, toScriptJson } from '../assets/escape.ts'
import { toReportText, type ErrorReport } from './error-report.ts'

export interface ErrorPageOptions {
  /** The application's folder. */
  readonly root: string
  /** Markup at the end of the page. */
  readonly tags: string
}

/**
 * Draws a report as a document: the source around the failing line, what is known of the request,
 * and a button that copies all of it as text.
 */
export async function toErrorPage(
  report: ErrorReport,
  { root, tags }: ErrorPageOptions,
): Promise<string> {
  const { Youch } = await import('youch')
  const youch = new Youch()
  for (const { title, rows } of report.sections) {
    youch.metadata.group(title, { '': rows.map(([key, value]) => ({ key, value })) })
  }
  youch.useTransformer((parsed) => {
    if (report.hint !== undefined) parsed.hint = toHtmlText(report.hint)
    for (const frame of parsed.frames) frame.type = toFrameType(frame, root)
  })
  youch.templates.injectStyles(styles)
  const page = await youch.toHTML(report.error, { title: 'The application failed' })
  return page.replace('</body>', () => `${toCopyScript(report)}${tags}</body>`)
}

/** The application's own frames stand out; the library takes all outside of node_modules for them. */
function toFrameType({ type = 'app', fileName = '' }: StackFrame, root: string) {
  return type === 'app' && !fileName.startsWith(`${root}/`) ? 'module' : type
}

/** The library's tables have a heading for every section; ours have one section each. */
const styles = '.card-subtitle:empty { display: none }'

/** The library's own button copies the message and the stack alone. */
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
