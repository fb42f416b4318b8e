import { currentKeys, isSignature, type KeyRing, toSignature } from '../../../base/keys/keys.ts'
import { Conflict } from '../../../base/support/http-error.ts'
import type { HttpRequest } from '../request.ts'
import { stateKey } from '../state-key.ts'

/*
 * A page contains the user for whom it was made, and its forms send this user back. So an old tab of one user cannot
 * write into the account of another user, who has logged in since. The protection against cross-site requests does not
 * help here, because both pages are of the same site.
 */

/** A user for whom a request is answered. */
export interface Viewer {
  /** The users' table. */
  readonly account: string
  readonly key: string
}

/** The users whom a request has looked up; absent if there are none. */
export const viewersKey = stateKey<readonly Viewer[] | undefined>('viewers')

/** Notes who has sent a request among the users of a table; `undefined` for a guest. */
export function noteViewer(request: HttpRequest, account: string, key: string | undefined): void {
  const noted = request.get(viewersKey)
  if (noted === undefined && key === undefined) return
  const others = (noted ?? []).filter((viewer) => viewer.account !== account)
  const viewers = key === undefined ? others : [...others, { account, key }]
  request.set(viewersKey, viewers.length === 0 ? undefined : viewers)
}

/** Writes users for a page: signatures instead of their keys, which stay the same when a user logs in again. */
export function toViewerText(keys: KeyRing, viewers: readonly Viewer[]): string {
  return viewers.map((viewer) => toPart(keys, viewer)).join(separator)
}

/**
 * Writes one user. The latest are remembered, because a signature takes half as long as the statement that reads the
 * user.
 */
function toPart(keys: KeyRing, viewer: Viewer): string {
  let parts = written.get(keys)
  if (parts === undefined) written.set(keys, (parts = new Map()))
  const text = toText(viewer)
  const known = parts.get(text)
  if (known !== undefined) return known
  const part = toPrefix(viewer) + toSignature(keys, purpose, text)
  if (parts.size >= mostRemembered) parts.clear()
  parts.set(text, part)
  return part
}

const written = new WeakMap<KeyRing, Map<string, string>>()

/** The most users that are remembered: they take about 2 MB. */
const mostRemembered = 10_000

/** Throws `Conflict` if a request with an unsafe method comes from a page that was made for another user of the table. */
export function assertViewer(request: HttpRequest, viewer: Viewer): void {
  const sent = request.isRead ? undefined : request.header('x-viewer')
  if (sent === undefined) return
  const prefix = toPrefix(viewer)
  const own = sent.split(separator).find((part) => part.startsWith(prefix))
  if (own === undefined) return
  if (isSignature(currentKeys(), purpose, toText(viewer), own.slice(prefix.length))) return
  throw new Conflict('You are logged in as somebody else now: load the page again')
}

const purpose = 'viewer'
const separator = ','

function toPrefix({ account }: Viewer): string {
  return `${encodeURIComponent(account)}:`
}

function toText({ account, key }: Viewer): string {
  return JSON.stringify([account, key])
}
