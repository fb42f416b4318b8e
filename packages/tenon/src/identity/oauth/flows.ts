import type { HttpRequest } from '../../web/http/request.ts'
import { sessionState } from '../session/sessions.ts'
import { createToken } from '../session/session-store.ts'
import { UsedLinks } from '../accounts/links/used-links.ts'

/** What happens when the browser comes back from the provider. */
export type FlowPurpose = 'login' | 'connect' | 'confirm'

/** A visit to a provider that has begun in a browser. */
export interface Flow {
  /** Comes back in the callback's URL: the visit was begun in this browser. */
  readonly state: string
  /** Comes back in the ID token: it was made for this visit. */
  readonly nonce: string
  /** Proves to the provider that the code is redeemed by who asked for it (RFC 7636). */
  readonly verifier: string
  readonly provider: string
  /** Where the provider sends the browser; the code is redeemed with the same (RFC 6749, section 4.1.3). */
  readonly redirectUri: string
  readonly purpose: FlowPurpose
  /** The key of the user who was logged in; `undefined` for a login. */
  readonly user: string | undefined
  readonly isRemembered: boolean
  readonly until: number
}

export type FlowStart = Pick<Flow, 'provider' | 'redirectUri' | 'purpose' | 'user' | 'isRemembered'>

/** How long a user has at the provider. */
const flowMs = 10 * 60_000

/** How many tabs of a browser may be at providers at once. All of them have to fit into a cookie. */
const mostFlows = 3

/** Visits to providers: kept in the session of the browser, and each for one return. */
export class Flows {
  readonly #name: string
  readonly #used: UsedLinks

  constructor(account: string, database: string | undefined) {
    this.#name = `oauth:${account}`
    this.#used = new UsedLinks(database)
  }

  async begin(request: HttpRequest, start: FlowStart): Promise<Flow> {
    const flow: Flow = {
      ...start,
      state: createToken(),
      nonce: createToken(),
      verifier: createToken(),
      until: Date.now() + flowMs,
    }
    const session = await sessionState(request)
    const others = toCurrent(session.own(this.#name))
    session.setOwn(this.#name, [...others, flow].slice(-mostFlows))
    return flow
  }

  /** Takes a flow out of the session; `undefined` if it is not there, is over, or was used already. */
  async take(request: HttpRequest, state: string): Promise<Flow | undefined> {
    const session = await sessionState(request)
    const flows = toCurrent(session.own(this.#name))
    const flow = flows.find((each) => each.state === state)
    if (flow === undefined) return undefined
    session.setOwn(
      this.#name,
      flows.filter((each) => each !== flow),
    )
    // A browser can send an old session again if sessions are kept in cookies.
    const isFirst = await this.#used.use(flow.state, flow.until)
    return isFirst ? flow : undefined
  }
}

function toCurrent(stored: unknown): readonly Flow[] {
  // Sound: only `begin` and `take` write it, and the browser cannot change its session.
  const flows = (stored ?? []) as readonly Flow[]
  return flows.filter(({ until }) => until > Date.now())
}
