import { open, seal } from '../../../base/keys/current-keys.ts'
import { sql } from '../../../data/database/sql.ts'
import type { AccountTables } from '../account-tables.ts'
import { loadOtpauth } from './factor-libraries.ts'

/** Whose authenticator it is, for the texts that it shows. */
export interface AuthenticatorOwner {
  readonly issuer: string
  readonly label: string
}

/** A new secret, for an authenticator app. */
export interface AuthenticatorSecret {
  readonly secret: string
  readonly uri: string
}

/** How many time steps a clock may be off, in both directions. */
const tolerance = 1

/** The authenticator apps of users (TOTP, RFC 6238). Secrets are sealed for their user. */
export class Authenticators {
  readonly #account: string
  readonly #tables: AccountTables

  constructor(account: string, tables: AccountTables) {
    this.#account = account
    this.#tables = tables
  }

  async isEnabled(userKey: string): Promise<boolean> {
    return (await this.#find(userKey))?.secret != null
  }

  /** Makes a secret that takes effect once a code of it is confirmed. */
  async propose(userKey: string, owner: AuthenticatorOwner): Promise<AuthenticatorSecret> {
    const { Secret, TOTP } = await loadOtpauth()
    const secret = new Secret({ size: 20 })
    const sealed = seal(this.#toPurpose(userKey), secret.base32)
    const database = await this.#tables.database()
    await database.query(
      sql`insert into tenon_authenticators (account, user_key, pending, last_step)
          values (${this.#account}, ${userKey}, ${sealed}, 0)
          on conflict (account, user_key) do update set pending = ${sealed}`,
    )
    return { secret: secret.base32, uri: new TOTP({ ...owner, secret }).toString() }
  }

  /** Puts the proposed secret into effect if the code is one of it. */
  async confirm(userKey: string, code: string): Promise<boolean> {
    const found = await this.#find(userKey)
    const step = await this.#findStep(userKey, found?.pending, code)
    if (step === undefined || found?.pending == null) return false
    const database = await this.#tables.database()
    const confirmed = await database.query(
      sql`update tenon_authenticators set secret = pending, pending = null, last_step = ${step}
          where account = ${this.#account} and user_key = ${userKey} and pending = ${found.pending}
          returning user_key`,
    )
    return confirmed.length > 0
  }

  /** Accepts a code once: neither it nor an older one is accepted again (RFC 6238, 5.2). */
  async accept(userKey: string, code: string): Promise<boolean> {
    const found = await this.#find(userKey)
    const step = await this.#findStep(userKey, found?.secret, code)
    if (step === undefined) return false
    const database = await this.#tables.database()
    const accepted = await database.query(
      sql`update tenon_authenticators set last_step = ${step}
          where account = ${this.#account} and user_key = ${userKey} and last_step < ${step}
          returning user_key`,
    )
    return accepted.length > 0
  }

  async remove(userKey: string): Promise<void> {
    const database = await this.#tables.database()
    await database.query(
      sql`delete from tenon_authenticators where account = ${this.#account} and user_key = ${userKey}`,
    )
  }

  async #find(userKey: string): Promise<AuthenticatorRow | undefined> {
    const database = await this.#tables.database()
    const [row] = await database.query<AuthenticatorRow>(
      sql`select secret, pending from tenon_authenticators
          where account = ${this.#account} and user_key = ${userKey}`,
    )
    return row
  }

  /** The time step of a code; `undefined` if it is wrong. */
  async #findStep(
    userKey: string,
    sealed: string | null | undefined,
    code: string,
  ): Promise<number | undefined> {
    const secret = sealed == null ? undefined : open(this.#toPurpose(userKey), sealed)
    const token = code.replaceAll(/\s/g, '')
    if (typeof secret !== 'string' || !/^\d{6}$/.test(token)) return undefined
    const { TOTP } = await loadOtpauth()
    const totp = new TOTP({ secret })
    const timestamp = Date.now()
    const delta = totp.validate({ token, timestamp, window: tolerance })
    return delta === null ? undefined : totp.counter({ timestamp }) + delta
  }

  /** A secret that is copied to another user's row cannot be opened there. */
  #toPurpose(userKey: string): string {
    return `authenticator ${this.#account} ${userKey}`
  }
}

interface AuthenticatorRow {
  readonly secret: string | null
  readonly pending: string | null
}
