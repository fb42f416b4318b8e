import { randomUUID } from 'node:crypto'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { carriedKey, joinCarried, type Carried } from '../../pages/pages/page-state.ts'
import type { FinishedReply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { hasSession, sessionState } from '../../identity/session/current-session.ts'

/*
 * Carries data for the next page in the session of browsers that have one on the server, instead of the
 * signed cookie of `carry.ts`. Each answer keeps its data under a name of its own, so concurrent answers
 * do not overwrite each other's; a small cookie says which names there are, so a page without flash
 * data reads no session.
 */

const cookiePrefix = 'tenon_flash_'
/** Long enough for any redirect, and short enough that unread cookies do not pile up. */
const maxAge = '5m'

/** Gives a page the data of earlier answers, and keeps the data of any other answer. */
export function prepareFlash(
  request: HttpRequest,
  { isPage }: { readonly isPage: boolean },
): MaybePromise<void> {
  if (isPage) return takeFlash(request)
  const own = request.get(carriedKey)
  return own === undefined || !hasSession(request) ? undefined : keepFlash(request, own)
}

async function keepFlash(request: HttpRequest, own: Carried): Promise<void> {
  const id = randomUUID().slice(0, 8)
  const session = await sessionState(request)
  session.setOwn(toName(id), JSON.stringify(own))
  request.set(carriedKey, undefined)
  request.beforeSend((reply) => reply.copy().cookie(cookiePrefix + id, '1', { maxAge }))
}

function takeFlash(request: HttpRequest): MaybePromise<void> {
  // Most requests carry none, so their cookies need not be parsed.
  if (request.header('cookie')?.includes(cookiePrefix) !== true) return undefined
  return request.header('purpose') === 'prefetch' ? undefined : pullFlash(request)
}

async function pullFlash(request: HttpRequest): Promise<void> {
  const names = [...request.cookies.keys()].filter((name) => name.startsWith(cookiePrefix))
  const session = await sessionState(request)
  const earlier = names.flatMap((name) => {
    const key = toName(name.slice(cookiePrefix.length))
    const text = session.own(key)
    session.deleteOwn(key)
    // Sound: only `keepFlash` writes this name.
    return typeof text === 'string' ? [JSON.parse(text) as Carried] : []
  })
  const own = request.get(carriedKey)
  const all = own === undefined ? earlier : [...earlier, own]
  if (all.length > 0) request.set(carriedKey, all.reduce(joinCarried))
  request.beforeSend((reply) => endCookies(reply, names))
}

function endCookies(reply: FinishedReply, names: readonly string[]): FinishedReply {
  const copy = reply.copy()
  for (const name of names) copy.clearCookie(name)
  return copy
}

function toName(id: string): string {
  return `flash:${id}`
}
