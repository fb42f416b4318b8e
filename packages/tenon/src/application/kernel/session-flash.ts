import { isInBackground } from '../../pages/pages/carry.ts'
import { randomUUID } from 'node:crypto'
import { whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { carriedKey, joinCarried, type Carried } from '../../pages/pages/page-state.ts'
import type { FinishedReply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { hasSession, sessionState } from '../../identity/session/sessions.ts'
import type { Finishers } from './reply-finisher.ts'

/*
 * Carries data for the next page in the session of browsers that have one on the server, instead of the
 * signed cookie of `carry.ts`. Each answer keeps its data under a name of its own, so concurrent answers
 * do not overwrite each other's; a small cookie says which names there are, so a page without flash
 * data reads no session. A client that ignores these cookies never takes its data: the session keeps the newest few,
 * and so does not grow with every answer.
 */

const cookiePrefix = 'tenon_flash_'
/** Clients choose the names that they send, and a cookie with any other name could not be cleared. */
const cookieName = /^tenon_flash_\w+$/
/** Long enough for any redirect, and short enough that unread cookies do not pile up. */
const maxAge = '5m'
/** For how many answers a session keeps data, at most. */
const keptAnswers = 8

/** Gives pages the data of earlier answers, and stores the data of redirects, files and plain answers. */
export function withSessionFlash(finishers: Finishers): Finishers {
  const { page, redirect, file, plain } = finishers
  return {
    ...finishers,
    page: (request, reply) => whenReady(takeFlash(request), () => page(request, reply)),
    redirect: (request, reply) => whenReady(keepFlash(request), () => redirect(request, reply)),
    file: (request, reply) => whenReady(keepFlash(request), () => file(request, reply)),
    plain: (request, reply) => whenReady(keepFlash(request), () => plain(request, reply)),
  }
}

function keepFlash(request: HttpRequest): MaybePromise<void> {
  const own = request.get(carriedKey)
  return own === undefined || !hasSession(request) ? undefined : keep(request, own)
}

async function keep(request: HttpRequest, own: Carried): Promise<void> {
  // The id begins with the time, so that names sort by age.
  const id = Date.now().toString(36) + randomUUID().slice(0, 8)
  const session = await sessionState(request)
  const earlier = session.ownNames(toName('')).toSorted()
  for (const name of earlier.slice(0, 1 - keptAnswers)) session.deleteOwn(name)
  session.setOwn(toName(id), JSON.stringify(own))
  request.set(carriedKey, undefined)
  request.beforeSend((reply) => reply.copy().cookie(cookiePrefix + id, '1', { maxAge }))
}

function takeFlash(request: HttpRequest): MaybePromise<void> {
  // Check the header first: most requests have no flash cookie, so their cookies need not be parsed.
  if (request.header('cookie')?.includes(cookiePrefix) !== true) return undefined
  return isInBackground(request) ? undefined : pullFlash(request)
}

async function pullFlash(request: HttpRequest): Promise<void> {
  const names = [...request.cookies.keys()].filter((name) => cookieName.test(name))
  if (names.length === 0) return
  const session = await sessionState(request)
  const earlier = names.flatMap((name) => {
    const key = toName(name.slice(cookiePrefix.length))
    const text = session.own(key)
    session.deleteOwn(key)
    // Sound: only `keep` writes this name.
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
