import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import type { DeveloperDetails } from '../../application/kernel/error-answers.ts'
import { html, text } from '../../web/http/replies.ts'
import type { FinishedReply, Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { builtIn, type BuiltIn } from '../../web/routing/matching/built-in.ts'
import { errorHeader } from '../../pages/vite/development-client.ts'
import { describePlace, findPlace } from '../../pages/vite/errors/source-error.ts'
import { NotFound } from '../../base/support/http-error.ts'
import { toMissingRoutePage, type MissingRoute } from '../failures/missing-route.ts'
import { toRequestPath } from '../dashboard/sections/requests-section.ts'
import { toErrorPage } from '../failures/error-page.ts'
import { toReportText, toSections, toShownQuery } from '../failures/error-report.ts'
import type { RequestTrails } from '../trail/request-trail.ts'

export interface ErrorPagesOptions {
  readonly root: string
  /** The path of `APP_URL`; usually empty. */
  readonly base: string
  readonly trails: RequestTrails
  /** Finds a hint for any error at this moment, such as a pending migration. */
  readonly findHint: (error: unknown) => Promise<string | undefined>
  /** Markup that reloads a document after a change. */
  readonly liveTags: () => string
}

/** The error pages of development. */
export interface ErrorPages extends DeveloperDetails {
  /** Shows browsers the routes near a path, unless the fallback answers with a page of its own. */
  showMissing(request: HttpRequest, reply: FinishedReply, missing: MissingRoute): FinishedReply
  /** Keeps the page of an error that a document has reported, and returns its URL. */
  keepBrowserError(error: Error, url: string): Promise<string>
  /** The URL of the stored page about a request's error. */
  find(requestId: string): string | undefined
  /** Serves the stored pages, whose URLs page clients were given. */
  readonly builtIn: BuiltIn
}

/**
 * Shows errors in the client's format: a document to a browser, text to a tool such as curl, the message and the
 * place in the JSON of a program. A page
 * client gets the URL of the document; the latest ones are kept there.
 */
export function createErrorPages(options: ErrorPagesOptions): ErrorPages {
  const { root, base, trails, findHint, liveTags } = options
  const prefix = base + errorsPath
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
      const isPageClient = request.isPageVisit
      if (!isPageClient && !isBrowser(request)) return text(toReportText(report)).status(500)

      // Without live tags for a form: reloading would send it again.
      const page = await toErrorPage(report, {
        root,
        tags: request.method === 'GET' ? liveTags() : '',
        requestPath: trails.current && toRequestPath(trails.current.number),
      })
      const path = `${prefix}${request.id}`
      keep(path, page)
      return isPageClient ? toReply(page, 500).header(errorHeader, path) : toReply(page, 500)
    },
    async describe(error) {
      return {
        message: toMessage(error),
        location: toLocation(error, root),
        hint: await findHint(error),
      }
    },
    showMissing(request, reply, missing) {
      const isPageClient = request.isPageVisit
      const isThrown = missing.hasFallback && reply.error instanceof NotFound
      const isOwnPage = !isThrown && reply.body !== '404 Not Found'
      if (isOwnPage || !(isPageClient || isBrowser(request))) return reply

      const page = toMissingRoutePage(request, missing, liveTags())
      if (!isPageClient) return page.replace(reply).header('content-security-policy', policy)
      const path = `${prefix}${request.id}`
      keep(path, page.body)
      return reply.copy().header(errorHeader, path)
    },
    async keepBrowserError(error, url) {
      const sections = [{ title: 'Browser', rows: [['Page', toShownQuery(url)] as const] }]
      const path = `${prefix}${randomUUID()}`
      keep(path, await toErrorPage({ error, sections, hint: undefined }, { root, tags: '' }))
      return path
    },
    find(requestId) {
      const path = `${prefix}${requestId}`
      return kept.has(path) ? path : undefined
    },
    builtIn: builtIn(`${errorsPath}{id}`, 'the error pages. Move it.', (request) => {
      const page = kept.get(request.target)
      if (page === undefined) throw new NotFound()
      return toReply(page, 200)
    }),
  }
}

const errorsPath = '/@tenon/errors/'
const keptPages = 20

function toMessage(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : inspect(error)
}

function toLocation(error: unknown, root: string): string | undefined {
  const place = error instanceof Error ? findPlace(error.stack ?? '', root) : undefined
  return place && describePlace(place, root)
}

function isBrowser(request: HttpRequest): boolean {
  return request.header('accept')?.includes('text/html') ?? false
}

function toReply(page: string, status: number): Reply<string> {
  return html(page)
    .status(status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
}

/** Allows inline scripts and styles, which the page contains, some of them as attributes. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
