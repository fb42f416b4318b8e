import { redirect } from '../../web/http/redirect.ts'
import { toWanted } from '../../web/http/accept.ts'
import { html, json } from '../../web/http/replies.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { isOwnHost } from '../../application/kernel/cross-origin.ts'
import { markup, type Markup } from './markup.ts'
import { policy, toDocument } from './page-frame.ts'
import { dashboardPath, type Section } from './section.ts'

/** Answers the requests below `/_app/dev`; `undefined` passes to the application. */
export type Dashboard = (request: HttpRequest) => Promise<Reply> | undefined

/**
 * Creates the pages that show what the application does. The first section is the start page.
 *
 * They show requests of other people and configuration, so they answer only this machine, and only
 * under a name that no other site can point at it.
 */
export function createDashboard(sections: readonly Section[]): Dashboard {
  return (request) => {
    const path = request.path()
    if (path === apiPath && request.isRead && isLocal(request)) return toApi()
    const isBelow = path === dashboardPath || path.startsWith(`${dashboardPath}/`)
    if (!isBelow || !request.isRead || !isLocal(request)) return undefined

    const [, name = '', rest = ''] =
      /^\/?([^/]*)\/?(.*)$/.exec(path.slice(dashboardPath.length)) ?? []
    const section = sections.find((section) => name === '' || section.name === name)
    if (rest === '' && section?.data !== undefined && toWanted(request) === 'json') {
      return toData(section.data)
    }
    return section && answer(sections, section, { path: rest, query: request.query })
  }
}

/** The short address of what the application offers to programs. */
const apiPath = '/_app/api'

async function toApi(): Promise<Reply> {
  return redirect(`${dashboardPath}/api`)
}

async function toData(data: () => unknown): Promise<Reply> {
  return json<unknown>(data()).header('cache-control', 'no-store')
}

interface Visit {
  /** The path below the section; empty for the section itself. */
  readonly path: string
  readonly query: URLSearchParams
}

async function answer(
  sections: readonly Section[],
  section: Section,
  visit: Visit,
): Promise<Reply> {
  const content = await render(section, visit)
  const document = toDocument({ sections, section, content: content ?? nowhere })
  return html(document)
    .status(content === undefined ? 404 : 200)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
}

const nowhere = markup`<h1>There is no such page</h1>
<p>The latest requests are kept until <code>tenon dev</code> ends.</p>`

/** A section may need the database, which may be the very thing that you are looking into. */
async function render(section: Section, { path, query }: Visit): Promise<Markup | undefined> {
  try {
    if (path === '') return await section.render(query)
    return await section.renderDetails?.(path, query)
  } catch (error) {
    return markup`<h1>${section.title}</h1>
<p class="error">This cannot be shown at the moment: <code>${String(error)}</code></p>`
  }
}

function isLocal({ ip, host }: HttpRequest): boolean {
  return isOwnHost(host, undefined) && /^(?:127\.|::1$)/.test(ip)
}
