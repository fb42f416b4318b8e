import type { HttpRequest } from '../../web/http/request.ts'
import { SealedCookie } from '../session/sealed-cookie.ts'
import { createToken } from '../session/session-store.ts'
import { UsedLinks } from '../accounts/links/used-links.ts'

/** What happens when the browser comes back from the provider. */
export type FlowPurpose = 'login' | 'connect' | 'confirm'

/** A visit to a provider that has begun in a browser. */
export interface Flow {
  /** Comes back in the callback's URL, and proves that the visit began in this browser. */
  readonly state: string
  /** Comes back in the ID token, and proves that it was made for this visit. */
  readonly nonce: string
  /** Proves to the provider that the code is redeemed by the application that asked for it (RFC 7636). */
  readonly verifier: string
  readonly provider: string
  /** Where the provider sends the browser; needed again to redeem the code (RFC 6749, section 4.1.3). */
  readonly redirectUri: string
  readonly purpose: FlowPurpose
  /** The key of the user who was logged in; `undefined` for a login. */
  readonly user: string | undefined
  readonly isRemembered: boolean
  readonly until: number
}

export type FlowStart = Pick<Flow, 'provider' | 'redirectUri' | 'purpose' | 'user' | 'isRemembered'>

/** How long a user may take at the provider. */
const flowMs = 10 * 60_000

/** How many tabs of a browser may be at providers at once. All of them have to fit into a cookie. */
const mostFlows = 3

/**
 * Visits to providers, each for one return. A sealed cookie keeps them, not the session: anybody can begin a login, and
 * would fill the store of sessions.
 */
export class Flows {
  readonly #cookie: SealedCookie
  readonly #used: UsedLinks

  constructor(account: string, database: string | undefined) {
    this.#cookie = new SealedCookie(`oauth-${account}`, `${flowMs}ms`)
    this.#used = new UsedLinks(database)
  }

  begin(request: HttpRequest, start: FlowStart): Flow {
    const flow: Flow = {
      ...start,
      state: createToken(),
      nonce: createToken(),
      verifier: createToken(),
      until: Date.now() + flowMs,
    }
    this.#cookie.write(request, [...this.#current(request), flow].slice(-mostFlows))
    return flow
  }

  /** Takes a flow out of the cookie; `undefined` if it is missing, has expired, or was used already. */
  async take(request: HttpRequest, state: string): Promise<Flow | undefined> {
    const flows = this.#current(request)
    const flow = flows.find((each) => each.state === state)
    if (flow === undefined) return undefined
    const others = flows.filter((each) => each !== flow)
    if (others.length === 0) this.#cookie.clear(request)
    else this.#cookie.write(request, others)
    // A browser can send an old cookie again.
    const isFirst = await this.#used.use(flow.state, flow.until)
    return isFirst ? flow : undefined
  }

  #current(request: HttpRequest): readonly Flow[] {
    // Sound: only `begin` and `take` seal for this cookie.
    const flows = (this.#cookie.read(request) ?? []) as readonly Flow[]
    return flows.filter(({ until }) => until > Date.now())
  }
}
