import type { ActiveVisit, Page, router } from '@inertiajs/core'
import type { Failure } from '../failure.ts'
import { unreachable } from '../../../base/support/unreachable.ts'
import { say } from '../say.ts'
import {
  allFields,
  findFields,
  toLost,
  toValue,
  type,
  type Field,
  type Values,
} from './typed-fields.ts'

/** A page with the additions of Tenon's server. */
export interface ToldPage extends Page {
  /** The signed key of the user for whom it was made. */
  readonly viewer?: string
  /** Whether the form that led to it was not accepted, because the user has to log in first. */
  readonly isRefused?: boolean
}

/**
 * Keeps typed input when a page has to be loaded again because a deployment has changed it, except input that was sent
 * and accepted. Also keeps it when a form, or a page that reloads its own props, is answered with a login or the
 * question for the password. If it was a form, calls `show` when its page is shown again, because nothing was saved.
 *
 * Passwords, codes, card numbers and files are not kept. Only the user who typed the input gets it back.
 */
export function keepTyped(
  client: typeof router,
  viewer: () => string | undefined,
  show: (failure: Failure) => void,
): KeptTyped {
  const typed = new WeakSet<EventTarget>()
  /** The running visits of the user. */
  const visits = new Set<string>()
  /** The form, or the field without a form, that a running visit has sent, by visit. */
  const sent = new Map<string, Element | null>()
  /** The submitted form. Safari does not focus a clicked button, so the active element may not belong to the form. */
  let submitted: Element | undefined
  document.addEventListener('input', ({ target }) => target !== null && typed.add(target), true)
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof Element) submitted = target
    },
    true,
  )
  const leaveFor = (storageKey: string, refusal?: Refusal): void => {
    const fields = [...findFields()].filter(([, field]) => typed.has(field))
    const values = Object.fromEntries(fields.map(([key, field]) => [key, toValue(field)]))
    const { pathname: path, search } = location
    leave(storageKey, { path, search, viewer: viewer(), at: Date.now(), refusal, values })
  }
  const leaveTyped = (): void => leaveFor(reloadedKey)
  const accept = (visitId: string): void => {
    const source = sent.get(visitId)
    if (!source) return
    for (const field of document.querySelectorAll<Field>(allFields)) {
      if (field === source || field.form === source) typed.delete(field)
    }
  }
  client.on('start', ({ detail: { visit } }) => {
    if (visit.prefetch) return
    if (visit.method !== 'get') sent.set(visit.id, submitted ?? document.activeElement)
    if (!visit.async) visits.add(visit.id)
    submitted = undefined
  })
  client.on('success', ({ detail: { visitId = '' } }) => accept(visitId))
  client.on('finish', ({ detail: { visit } }) => {
    visits.delete(visit.id)
    sent.delete(visit.id)
  })
  client.on('location', ({ detail: { url, versionChange } }) => {
    // Inertia loads the page again only for a visit of the user.
    if (!versionChange || visits.size === 0 || url.pathname !== location.pathname) return
    // The server rejects only reads of another version. So a form that led here was accepted.
    for (const visitId of visits) accept(visitId)
    leaveTyped()
  })

  const reloaded = read(reloadedKey)
  sessionStorage.removeItem(reloadedKey)
  const stop = client.on('navigate', ({ detail: { page } }) => {
    stop()
    if (reloaded !== undefined && isOf(page, reloaded)) {
      requestAnimationFrame(() => type(reloaded.values))
    }
  })
  followRefused(client, (refusal) => leaveFor(refusedKey, refusal), show)
  return { leaveTyped, leaveOutdated: () => leaveFor(refusedKey, 'outdated') }
}

/** Keeps the input for a page that is loaded again without a visit. */
interface KeptTyped {
  readonly leaveTyped: () => void
  /** Keeps it for the new form of the page, because the old form was refused. */
  readonly leaveOutdated: () => void
}

const reloadedKey = 'tenon:typed'
const refusedKey = 'tenon:refused'
const longest = 100_000
/** How long input is kept: as long as the server remembers where the user wanted to go before the login. */
const keptMs = 60 * 60_000

/** Why a form of the page was sent and not accepted: the user had to log in, or a deployment has changed the form. */
type Refusal = 'login' | 'outdated'

/** The failure with the status that a program would get. `hasInput` is false, because files and passwords are lost. */
const notDone = { status: 401, errors: {}, requestId: undefined, hasInput: false } as const

/** The kept input of a page. */
interface Left {
  readonly path: string
  readonly search: string
  readonly viewer?: string | undefined
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number
  /** `undefined` if no form of the page was sent. */
  readonly refusal?: Refusal | undefined
  readonly values: Values
}

/** Keeps typed input when a request is answered with a login, and restores it when the page is shown again. */
function followRefused(
  client: typeof router,
  leaveTyped: (refusal?: Refusal) => void,
  show: (failure: Failure) => void,
): void {
  client.on('start', ({ detail: { visit } }) => {
    if (visit.prefetch) return
    // Sound: a visit has its callbacks when it starts. `onBeforeUpdate` runs while the typed input still exists.
    const started = visit as ActiveVisit
    const { onBeforeUpdate } = started
    started.onBeforeUpdate = (page: ToldPage) => {
      const isRefused = visit.method !== 'get' && page.isRefused === true
      if (isRefused || isLedAway(started, page)) leaveTyped(isRefused ? 'login' : undefined)
      onBeforeUpdate(page)
    }
  })
  client.on('navigate', ({ detail: { page } }) => {
    const refused = takeRefused(page)
    if (refused === undefined) return
    requestAnimationFrame(() => {
      type(refused.values)
      const failure = toFailure(refused)
      if (failure !== undefined) show(failure)
    })
  })
}

/** What the user is told on the page, once the typed input is there again. */
function toFailure({ refusal, values }: Left): Failure | undefined {
  switch (refusal) {
    case undefined:
      return undefined
    case 'login':
      return { ...notDone, message: say('That was not done yet: try again') }
    case 'outdated':
      return {
        ...notDone,
        status: 409,
        message: say('This form was changed by an update. Check it, and send it again.'),
        lost: toLost(values),
      }
    default:
      return unreachable(refusal)
  }
}

/** Whether a page that reloads its own props is answered with another page, because the user has to log in first. */
function isLedAway({ method, async, url }: ActiveVisit, page: Page): boolean {
  const isOwn = method === 'get' && async && url.pathname === location.pathname
  return isOwn && new URL(page.url, location.href).pathname !== location.pathname
}

function leave(storageKey: string, left: Left): void {
  const text = JSON.stringify(left)
  const kept = text.length <= longest ? text : JSON.stringify({ ...left, values: {} })
  sessionStorage.setItem(storageKey, kept)
}

function read(storageKey: string): Left | undefined {
  const text = sessionStorage.getItem(storageKey)
  // Sound: only `leave` writes it.
  return text === null ? undefined : (JSON.parse(text) as Left)
}

function isOf({ viewer }: ToldPage, left: Left): boolean {
  return left.path === location.pathname && left.viewer === viewer
}

/** Returns the kept input of this page. Forgets it after an hour, after a logout, or if another user has logged in. */
function takeRefused(page: ToldPage): Left | undefined {
  const left = read(refusedKey)
  if (left === undefined) return undefined
  const isOver =
    page.clearHistory === true ||
    Date.now() - left.at > keptMs ||
    (page.viewer !== undefined && page.viewer !== left.viewer)
  // The query may name the record. A login leads back to the same one.
  const isHere = isOf(page, left) && left.search === location.search
  if (isOver || isHere) sessionStorage.removeItem(refusedKey)
  return isHere && !isOver ? left : undefined
}
