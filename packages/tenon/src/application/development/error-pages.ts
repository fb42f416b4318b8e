import type { ShowDetails } from '../app/render-error.ts'
import { html, text } from '../http/replies.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { errorHeader } from '../vite/development-client.ts'
import { toErrorPage } from './error-page.ts'
import { toReportText, toSections } from './error-report.ts'
import type { RequestTrails } from './request-trail.ts'

export interface ErrorPagesOptions {
  readonly root: string
  readonly trails: RequestTrails
  /** What may mend any error at this moment, such as a migration that has not run. */
  readonly findHint: (error: unknown) => Promise<string | undefined>
  /** Markup that loads a document again after a change. */
  readonly liveTags: () => string
}

/** The error pages of development. */
export interface ErrorPages {
  readonly show: ShowDetails
  /** A page that a page client was told of, by its address. */
  readonly answer: (request: HttpRequest) => Reply | undefined
}

/**
 * Shows errors to whoever asked: a document to a browser, text to a tool such as curl. A page client
 * is told the address of the document, under which the last ones are kept.
 */
export function createErrorPages(options: ErrorPagesOptions): ErrorPages {
  const { root, trails, findHint, liveTags } = options
  const kept = new Map<string, string>()

  const keep = (path: string, page: string): void => {
    kept.set(path, page)
    const [oldest] = kept.keys()
    if (kept.size > keptPages && oldest !== undefined) kept.delete(oldest)
  }

  return {
    async show(request, error) {
      const sections = toSections(request, trails.current)
      const report = { error, sections, hint: await findHint(error) }
      const isPageClient = request.header('x-inertia') === 'true'
      if (!isPageClient && !isBrowser(request)) return text(toReportText(report)).status(500)

      // Loaded again, a form would be sent again.
      const page = await toErrorPage(report, {
        root,
        tags: request.method === 'GET' ? liveTags() : '',
      })
      if (!isPageClient) return toReply(page, 500)
      const path = `${prefix}${request.id}`
      keep(path, page)
      return toReply(page, 500).header(errorHeader, path)
    },
    answer(request) {
      const page = kept.get(request.path())
      return page === undefined ? undefined : toReply(page, 200)
    },
  }
}

const prefix = '/@tenon/errors/'
const keptPages = 20

function isBrowser(request: HttpRequest): boolean {
  return request.header('accept')?.includes('text/html') ?? false
}

function toReply(page: string, status: number): Reply {
  return html(page)
    .status(status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
}

/** The page's own scripts and styles stand in it, some of them as attributes. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
