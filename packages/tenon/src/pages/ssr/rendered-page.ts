/** A rendered page: markup for the document's head, and the element that the client hydrates. */
export interface RenderedPage {
  readonly head: string
  readonly body: string
}

/** The data for `route()` in components, and for the URLs of files. */
export interface RenderContext {
  /** The paths of the named routes. */
  readonly routes: Readonly<Record<string, string>>
  /** The path of `APP_URL`, the prefix of the URLs of files. Default: empty. */
  readonly base?: string
}

/** Renders one page. If it throws, the message of the error is logged. */
export type RenderPage = (pageJson: string, context: RenderContext) => Promise<RenderedPage>

/**
 * Checks the default export of `resources/ssr.*` and returns it as a `RenderPage`. The export must be
 * a function of a page object that returns what `createInertiaApp` returns on a server.
 */
export function toRenderPage(exported: unknown): RenderPage {
  if (!isRender(exported)) {
    throw new TypeError('resources/ssr must have a function as its default export.')
  }
  return async (pageJson, context) => {
    const markup: unknown = await exported(JSON.parse(pageJson), context)
    if (!isMarkup(markup)) {
      throw new TypeError(
        'The default export of resources/ssr must return { head: string[], body: string }.',
      )
    }
    return { head: markup.head.map(toSafeTitle).join('\n'), body: toAppElement(markup.body) }
  }
}

interface Markup {
  readonly head: readonly string[]
  readonly body: string
}

function isRender(value: unknown): value is (page: unknown, context: RenderContext) => unknown {
  return typeof value === 'function'
}

function isMarkup(value: unknown): value is Markup {
  return (
    typeof value === 'object' &&
    value !== null &&
    'head' in value &&
    Array.isArray(value.head) &&
    'body' in value &&
    typeof value.body === 'string'
  )
}

/** Escapes a title, because React's and Vue's `Head` do not: its text could end the element. */
function toSafeTitle(element: string): string {
  const title = /^(<title[^>]*>)(.*)(<\/title>)$/s.exec(element)
  if (title === null) return element
  const [, start = '', text = '', end = ''] = title
  return start + text.replaceAll('<', '&lt;') + end
}

/** Removes the page object before the element, because the document contains it already, fully escaped. */
function toAppElement(body: string): string {
  const end = '</script>'
  return body.startsWith('<script data-page') ? body.slice(body.indexOf(end) + end.length) : body
}
