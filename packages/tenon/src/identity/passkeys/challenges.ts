import type { HttpRequest } from '../../web/http/request.ts'
import { SealedCookie } from '../session/sealed-cookie.ts'
import { createToken } from '../session/session-store.ts'
import { UsedLinks } from '../accounts/links/used-links.ts'

/** What a challenge is for: a login, or a new passkey of the user with this key. */
export type ChallengePurpose = 'login' | `register ${string}`

/** How long the user has to answer in the browser's dialog. */
export const challengeMs = 5 * 60_000

/**
 * The challenges that browsers have to sign, each for one answer. A sealed cookie keeps them, not the session: anybody
 * can begin a login, and would fill the store of sessions.
 */
export class Challenges {
  readonly #cookie: SealedCookie
  readonly #used: UsedLinks

  constructor(account: string, database: string | undefined) {
    this.#cookie = new SealedCookie(`passkey-${account}`, `${challengeMs}ms`)
    this.#used = new UsedLinks(database)
  }

  create(request: HttpRequest, purpose: ChallengePurpose): string {
    const challenge: Challenge = { text: createToken(), purpose, until: Date.now() + challengeMs }
    this.#cookie.write(request, challenge)
    return challenge.text
  }

  /** Takes the challenge out of the cookie; `undefined` if there is none, or it was used already. */
  async take(request: HttpRequest, purpose: ChallengePurpose): Promise<string | undefined> {
    // Sound: only `create` seals for this cookie.
    const challenge = this.#cookie.read(request) as Challenge | undefined
    this.#cookie.clear(request)
    if (challenge?.purpose !== purpose || challenge.until <= Date.now()) return undefined
    // A browser can send an old cookie again.
    const isFirst = await this.#used.use(challenge.text, challenge.until)
    return isFirst ? challenge.text : undefined
  }
}

interface Challenge {
  readonly text: string
  readonly purpose: ChallengePurpose
  readonly until: number
}
