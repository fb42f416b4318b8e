/** A page as markup: what belongs into the document's head, and the element that the client takes over. */
export interface RenderedPage {
  readonly head: string
  readonly body: string
}

/** The paths of the named routes, by which `route()` works in components. */
export interface RenderContext {
  readonly routes: Readonly<Record<string, string>>
}

/** Renders one page; the message of an error that it throws goes to the log. */
export type RenderPage = (pageJson: string, context: RenderContext) => Promise<RenderedPage>

/**
 * Takes the default export of `resources/ssr.*`: a function of a page object that gives what the
 * page client's own `createInertiaApp` gives on a server.
 */
export function toRenderPage(exported: unknown): RenderPage {
  if (!isRender(exported)) {
    throw new TypeError('resources/ssr must have a function as its default export.')
  }
  return async (pageJson, context) => {
    const markup: unknown = await exported(JSON.parse(pageJson), context)
    if (!isMarkup(markup)) {
      throw new TypeError(
        'The function of resources/ssr must return { head: string[], body: string }.',
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

/** React's and Vue's `Head` write the text of a `title` element as it is: it could end the element. */
function toSafeTitle(element: string): string {
  const title = /^(<title[^>]*>)(.*)(<\/title>)$/s.exec(element)
  if (title === null) return element
  const [, start = '', text = '', end = ''] = title
  return start + text.replaceAll('<', '&lt;') + end
}

/** The page object stands before the element; the document has one of its own, escaped in full. */
function toAppElement(body: string): string {
  const end = '</script>'
  return body.startsWith('<script data-page') ? body.slice(body.indexOf(end) + end.length) : body
}
