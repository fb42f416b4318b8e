import type { HttpRequest } from '../http/request.ts'
import { state } from '../http/state-key.ts'
import { Prop } from '../props/prop.ts'
import type { Props } from '../props/resolve-props.ts'
import type { RegisteredFlash, RegisteredShared } from '../props/registered.ts'
import type { SendableProps } from '../props/sendable.ts'

/** What the next page that is rendered tells the client, on this request or after a redirect. */
export interface Carried {
  readonly flash?: Readonly<Record<string, unknown>>
  readonly clearHistory?: true
  readonly preserveFragment?: true
}

/** Props that every page may be given, as `Register.shared` types them. */
export type ShareableProps = {} extends RegisteredShared
  ? Props
  : Partial<SendableProps<RegisteredShared>>

/** Data for the next page that is shown, as `Register.flash` types it. */
export type FlashData = Partial<RegisteredFlash>

/** Gives props to whatever page answers this request; a page's own props win over them. */
export function share(request: HttpRequest, props: ShareableProps): void {
  keepFromEndingProcess(props)
  request.set(sharedKey, { ...request.get(sharedKey), ...props })
}

/**
 * Lets the promises of props fail before anybody awaits them: a middleware may take its time between
 * handler and page, or answer something else. Whoever renders them learns of it all the same.
 */
export function keepFromEndingProcess(props: Props): void {
  for (const name in props) {
    const value = props[name]
    const source: unknown = value instanceof Prop ? value.source : value
    if (source instanceof Promise) source.catch(() => {})
  }
}

/** Shows data once, with the next page that is rendered: this answer's, or the one redirected to. */
export function flash(request: HttpRequest, data: FlashData): void {
  carry(request, { flash: data })
}

/** Makes the client forget the pages that it keeps encrypted, as after a logout. */
export function clearHistory(request: HttpRequest): void {
  carry(request, { clearHistory: true })
}

/** Keeps the `#fragment` of the address over the redirect that answers this request. */
export function preserveFragment(request: HttpRequest): void {
  carry(request, { preserveFragment: true })
}

/** Adds to what the next page tells. */
export function carry(request: HttpRequest, carried: Carried): void {
  request.set(carriedKey, joinCarried(request.get(carriedKey) ?? {}, carried))
}

/** Joins what two requests want told; under the same name the later one's flash counts. */
export function joinCarried(earlier: Carried, later: Carried): Carried {
  const flash = { ...earlier.flash, ...later.flash }
  return { ...earlier, ...later, ...(Object.keys(flash).length === 0 ? {} : { flash }) }
}

/** Has the client keep the page that answers this request encrypted in its history. */
export function encryptHistory(request: HttpRequest): void {
  request.set(encryptKey, true)
}

export const sharedKey = state<Props>('shared props')
export const carriedKey = state<Carried>('carried to the next page')
export const encryptKey = state<boolean>('encrypted history')
/** The errors that the page shows: those of a validation that failed. */
export const errorsKey = state<Readonly<Record<string, unknown>>>('errors')
