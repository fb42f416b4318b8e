import type { NothingHidden } from '../../base/support/hidden.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { stateKey } from '../../web/http/state-key.ts'
import {
  joinProps,
  noProps,
  toGivenProps,
  type GivenProps,
  type Props,
} from '../props/given-props.ts'
import type { RegisteredFlash, RegisteredShared } from '../props/registered.ts'
import type { SendableProps } from '../props/sendable.ts'

/** Data for the next rendered page, on this request or after a redirect. */
export interface Carried {
  readonly flash?: Readonly<Record<string, unknown>>
  readonly clearHistory?: true
  readonly preserveFragment?: true
  /** When a form was not accepted, in milliseconds since 1970. */
  readonly refusedAt?: number
}

/** What a page sends to the client of the data that was carried to it. */
export interface Arrived extends Omit<Carried, 'refusedAt'> {
  /** Whether the form that led to the page was not accepted, for example because the user has to log in first. */
  readonly isRefused?: true
}

/** Props that any page may receive, as `Register.shared` types them. */
export type ShareableProps = {} extends RegisteredShared
  ? Props
  : Partial<SendableProps<RegisteredShared>>

/** Data for the next page, as `Register.flash` types it. */
export type FlashData = Partial<RegisteredFlash>

/** Adds props to the page that answers this request. The page's own props take precedence. */
export function share(request: HttpRequest, props: ShareableProps): void {
  request.set(sharedKey, joinProps(request.get(sharedKey) ?? noProps, toGivenProps(props)))
}

/**
 * Shows data once, on the next page that is rendered: this answer, or the redirect's target.
 *
 * A redirect throws `E_FLASH_KEY` without `APP_KEY`, and `E_FLASH_SIZE` if the data does not fit into a cookie (3,800
 * bytes in base64).
 */
export function flash<Data extends FlashData>(
  request: HttpRequest,
  data: Data & NothingHidden<Data>,
): void {
  carry(request, { flash: data })
}

/** Makes the client forget the pages it keeps encrypted, for example after a logout. */
export function clearHistory(request: HttpRequest): void {
  carry(request, { clearHistory: true })
}

/** Keeps the `#fragment` of the address across the redirect that answers this request. */
export function preserveFragment(request: HttpRequest): void {
  carry(request, { preserveFragment: true })
}

/** Tells the next page that the form sent with this request was not accepted. */
export function carryRefusal(request: HttpRequest): void {
  carry(request, { refusedAt: Date.now() })
}

/**
 * Returns what a page sends. A redirect is followed at once. So a page that comes later is not the answer to the form:
 * the login was not a page, and the user may have sent another form since, in another tab.
 */
export function toArrived({ refusedAt, ...carried }: Carried): Arrived {
  const isRefused = refusedAt !== undefined && Date.now() - refusedAt < followedMs
  return isRefused ? { ...carried, isRefused } : carried
}

const followedMs = 10_000

/** Adds to the data that the next page sends. */
function carry(request: HttpRequest, carried: Carried): void {
  request.set(carriedKey, joinCarried(request.get(carriedKey) ?? {}, carried))
}

/** Joins the data of two requests; for flash data of the same name, the later one wins. */
export function joinCarried(earlier: Carried, later: Carried): Carried {
  const flash = { ...earlier.flash, ...later.flash }
  return { ...earlier, ...later, ...(Object.keys(flash).length === 0 ? {} : { flash }) }
}

/**
 * Tells the client to encrypt the page that answers this request in its history. Pass
 * `{ enabled: false }` to turn it off for one page when the application encrypts all of them.
 */
export function encryptHistory(
  request: HttpRequest,
  { enabled = true }: { readonly enabled?: boolean } = {},
): void {
  request.set(encryptKey, enabled)
}

export const sharedKey = stateKey<GivenProps>('shared props')
export const carriedKey = stateKey<Carried | undefined>('carried to the next page')
export const encryptKey = stateKey<boolean>('encrypted history')
/** The validation errors that the page shows. */
export const errorsKey = stateKey<Readonly<Record<string, unknown>>>('errors')
