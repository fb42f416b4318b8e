import type { SessionState } from '../../session/session-state.ts'
import type { Login, Proof } from './logins/logins.ts'

/** Tells whether a user has set up a second factor. */
export type HasFactor = (userKey: string) => Promise<boolean>

/** What a session remembers of a login that waits for the second factor. */
export interface PendingLogin extends Pick<Login, 'stamp'> {
  /** The key of the user: a guest, to everything else. */
  readonly user: string
  readonly proof: Proof
  readonly isRemembered: boolean
}

/** The logins that wait for the second factor, each in the session of its browser. */
export class PendingLogins {
  readonly #name: string
  readonly #factors: HasFactor[] = []

  constructor(account: string) {
    this.#name = `pending:${account}`
  }

  addFactor(hasFactor: HasFactor): void {
    this.#factors.push(hasFactor)
  }

  async hasFactor(userKey: string): Promise<boolean> {
    for (const hasFactor of this.#factors) if (await hasFactor(userKey)) return true
    return false
  }

  add(session: SessionState, pending: PendingLogin): void {
    session.setOwn(this.#name, { ...pending, until: Date.now() + pendingMs } satisfies Stored)
  }

  find(session: SessionState): PendingLogin | undefined {
    // Sound: only `add` writes it, and the browser cannot change its session.
    const pending = session.own(this.#name) as Stored | undefined
    return pending !== undefined && pending.until > Date.now() ? pending : undefined
  }

  remove(session: SessionState): void {
    session.deleteOwn(this.#name)
  }
}

interface Stored extends PendingLogin {
  readonly until: number
}

/** How long a login waits for the second factor. */
const pendingMs = 10 * 60_000
