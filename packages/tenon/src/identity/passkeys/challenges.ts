import type { HttpRequest } from '../../web/http/request.ts'
import { sessionState } from '../session/sessions.ts'
import { createToken } from '../session/session-store.ts'
import { UsedLinks } from '../accounts/links/used-links.ts'

/** What a challenge was made for. */
export type ChallengePurpose = 'register' | 'login'

/** How long the user has to answer in the browser's dialog. */
export const challengeMs = 5 * 60_000

/** The challenges that browsers have to sign: kept in the session, and each for one answer. */
export class Challenges {
  readonly #name: string
  readonly #used: UsedLinks

  constructor(account: string, database: string | undefined) {
    this.#name = `passkey:${account}`
    this.#used = new UsedLinks(database)
  }

  async create(request: HttpRequest, purpose: ChallengePurpose): Promise<string> {
    const challenge: Challenge = { text: createToken(), purpose, until: Date.now() + challengeMs }
    const session = await sessionState(request)
    session.setOwn(this.#name, challenge)
    return challenge.text
  }

  /** Takes the challenge out of the session; `undefined` if there is none, or it was used already. */
  async take(request: HttpRequest, purpose: ChallengePurpose): Promise<string | undefined> {
    const session = await sessionState(request)
    // Sound: only `create` writes it, and the browser cannot change its session.
    const challenge = session.own(this.#name) as Challenge | undefined
    session.deleteOwn(this.#name)
    if (challenge?.purpose !== purpose || challenge.until <= Date.now()) return undefined
    // A browser can send an old session again if sessions are kept in cookies.
    const isFirst = await this.#used.use(challenge.text, challenge.until)
    return isFirst ? challenge.text : undefined
  }
}

interface Challenge {
  readonly text: string
  readonly purpose: ChallengePurpose
  readonly until: number
}
