import { Forbidden, MethodNotAllowed, NotFound } from '../../base/support/http-error.ts'
import { redirect } from '../../web/http/redirect.ts'
import { toWanted } from '../../web/http/accept.ts'
import { html, json } from '../../web/http/replies.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { isCrossOrigin, isOwnHost } from '../../application/kernel/origins/cross-origin.ts'
import { builtIn, type BuiltIn } from '../../web/routing/matching/built-in.ts'
import { markup, type Markup } from './markup.ts'
import { policy, toDocument } from './page-frame.ts'
import { dashboardPath, type Section } from './section.ts'

/**
 * Creates the pages that show what the application does. The first section is the start page.
 *
 * They show other people's requests and the configuration. So they answer only this machine, and only under a host name
 * that no other site can point at it.
 */
export function createDashboard(sections: readonly Section[]): readonly BuiltIn[] {
  const show: BuiltIn['answer'] = (request) => {
    const path = request.path().slice(dashboardPath.length)
    const [, name = '', rest = ''] = /^\/?([^/]*)\/?(.*)$/.exec(path) ?? []
    const section = sections.find((section) => name === '' || section.name === name)
    if (rest === '' && section?.data !== undefined && toWanted(request) === 'json') {
      return toData(section.data)
    }
    if (section === undefined) throw new NotFound()
    return answer(sections, section, { path: rest, query: request.query })
  }
  // These pages only read. A POST below them is answered by the buttons of sections, or by middleware of development.
  const page = (path: string, answer: BuiltIn['answer']): BuiltIn =>
    builtIn(path, owner, onlyLocal(answer), { method: 'GET' })
  const acting = sections.flatMap(({ name, act }) => {
    if (act === undefined) return []
    const path = `${dashboardPath}/${name}`
    const answer = onlyLocal((request) => (request.isRead ? show(request) : press(request, act)))
    return [builtIn(path, owner, answer)]
  })
  return [
    ...acting,
    page(dashboardPath, show),
    page(`${dashboardPath}/{path*}`, show),
    // A short path for the API pages.
    page('/_app/api', () => redirect(`${dashboardPath}/api`)),
  ]
}

const owner = 'the dashboard of development. Move it.'

function onlyLocal(answer: BuiltIn['answer']): BuiltIn['answer'] {
  return (request) => {
    if (!isLocal(request)) throw new NotFound()
    return answer(request)
  }
}

/** Runs a button's action. A button may change what runs, so a page of another site must not press it. */
async function press(request: HttpRequest, act: NonNullable<Section['act']>): Promise<Reply> {
  if (request.method !== 'POST') throw new MethodNotAllowed('GET, HEAD, POST')
  if (isCrossOrigin(request)) throw new Forbidden()
  await act(await request.form())
  return redirect(request.path())
}

function toData(data: () => unknown): Reply {
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

/** Renders a section. If that fails, it shows the error: a section may need the very database that is broken. */
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
