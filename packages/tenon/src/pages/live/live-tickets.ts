import type { KeyRing } from '../../base/keys/keys.ts'
import { whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { isEmpty } from '../../data/queries/reads/read-set.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { LiveReads } from '../props/live-reads.ts'
import { boundReads, sealTicket, toWatch, type LiveLogin } from './live-ticket.ts'

/** A live prop in a page object: how to follow it. */
export interface LiveProp {
  /** The ticket to send to the stream. */
  readonly ticket: string
  /** The name of the followed data, by which a client sees whether its stream follows it already. */
  readonly watch: string
  /** The position of the feed of changes before the prop was loaded. */
  readonly position: string
}

/** The live props of a page, by their paths. */
export type LiveProps = Readonly<Record<string, LiveProp>>

/** The logins with which a request is answered; empty for a guest. */
export type LoginsOf = (request: HttpRequest) => MaybePromise<readonly LiveLogin[]>

export interface LiveTicketsOptions {
  /** The application's keys. Without keys, no page is live. */
  readonly keys: KeyRing | undefined
  readonly loginsOf: LoginsOf
  /** Whether a live prop that reads nothing is an error. In production, it is just not live. */
  readonly isDevelopment: boolean
}

/** Creates the tickets with which pages follow their live props. */
export class LiveTickets {
  readonly #options: LiveTicketsOptions

  constructor(options: LiveTicketsOptions) {
    this.#options = options
  }

  /**
   * Creates the tickets for live props, by their paths; `undefined` if there are none. In development, throws
   * `E_LIVE_READS` for a prop that has read nothing from the database; in production such a prop is not live.
   */
  seal(
    request: HttpRequest,
    component: string,
    live: readonly LiveReads[],
  ): MaybePromise<LiveProps | undefined> {
    const { keys, loginsOf, isDevelopment } = this.#options
    const silent = live.find(({ reads }) => isEmpty(reads))
    if (silent !== undefined && isDevelopment) throw readsNothing(silent.path, component)
    if (keys === undefined) return undefined
    return whenReady(loginsOf(request), (logins) => sealAll(keys, logins, live))
  }
}

function sealAll(
  keys: KeyRing,
  logins: readonly LiveLogin[],
  live: readonly LiveReads[],
): LiveProps | undefined {
  const props: Record<string, LiveProp> = {}
  for (const { path, position, reads: all } of live) {
    if (position === undefined || isEmpty(all)) continue
    const reads = boundReads(all)
    const watch = toWatch(keys, reads)
    props[path] = { ticket: sealTicket(keys, { reads, position, watch, logins }), watch, position }
  }
  return Object.keys(props).length === 0 ? undefined : props
}

function readsNothing(path: string, component: string): SetupError {
  return new SetupError(
    'E_LIVE_READS',
    `The live prop "${path}" of page "${component}" has read nothing from the database, so it would never change. ` +
      'Read inside its function, or name what it reads by other means: live(load, { on: [Ticket] }).',
  )
}
