import { open, seal } from '../../../base/keys/keys.ts'
import { sql } from '../../../data/database/sql.ts'
import type { TablesOnUse } from '../../../data/own/tables-on-use.ts'
import type { AuthenticatorRow } from './authenticator-table.ts'
import { loadOtpauth } from './factor-libraries.ts'

/** The user of an authenticator, the login in which it is set up, and the texts that the app shows. */
export interface AuthenticatorOwner {
  readonly userKey: string
  readonly loginId: string
  readonly issuer: string
  readonly label: string
}

/** A new secret, for an authenticator app. */
export interface AuthenticatorSecret {
  readonly secret: string
  readonly uri: string
}

/** How long a proposed secret can be confirmed before it expires. */
const pendingFor = '15m'

/** How many time steps a clock may be off, in both directions. */
const tolerance = 1

/** The authenticator apps of users (TOTP, RFC 6238). Secrets are sealed for their user. */
export class Authenticators {
  readonly #account: string
  readonly #tables: TablesOnUse

  constructor(account: string, tables: TablesOnUse) {
    this.#account = account
    this.#tables = tables
  }

  async isEnabled(userKey: string): Promise<boolean> {
    return (await this.#find(userKey))?.secret != null
  }

  /**
   * Makes a secret, which takes effect when the same login confirms a code of it. If the login asks again, it gets the
   * same secret: after a wrong code, the page still shows the secret that the app has scanned.
   */
  async propose(owner: AuthenticatorOwner): Promise<AuthenticatorSecret> {
    const { Secret, TOTP } = await loadOtpauth()
    const known = await this.#findPending(owner)
    const secret = known === undefined ? new Secret({ size: 20 }) : Secret.fromBase32(known)
    if (known === undefined) await this.#storePending(owner, secret.base32)
    const { issuer, label } = owner
    return { secret: secret.base32, uri: new TOTP({ issuer, label, secret }).toString() }
  }

  /** Puts the proposed secret into effect if it matches the code. */
  async confirm(proposed: PendingOwner, code: string): Promise<boolean> {
    const { userKey } = proposed
    const found = await this.#find(userKey)
    const secret = await this.#findPending(proposed, found)
    const step = await findStep(secret, code)
    if (secret === undefined || step === undefined) return false
    const sealed = seal(this.#toPurpose(userKey), secret)
    const confirmed = await this.#tables.query(
      sql`update tenon_authenticators set secret = ${sealed}, pending = null, last_step = ${step}
          where account = ${this.#account} and user_key = ${userKey} and pending = ${found?.pending ?? null}
          returning user_key`,
    )
    return confirmed.length > 0
  }

  /** Accepts a code once: neither it nor an older one is accepted again (RFC 6238, 5.2). */
  async accept(userKey: string, code: string): Promise<boolean> {
    const found = await this.#find(userKey)
    const step = await findStep(this.#openSecret(userKey, found?.secret), code)
    if (step === undefined) return false
    const accepted = await this.#tables.query(
      sql`update tenon_authenticators set last_step = ${step}
          where account = ${this.#account} and user_key = ${userKey} and last_step < ${step}
          returning user_key`,
    )
    return accepted.length > 0
  }

  async remove(userKey: string): Promise<void> {
    await this.#tables.query(
      sql`delete from tenon_authenticators where account = ${this.#account} and user_key = ${userKey}`,
    )
  }

  async #find(userKey: string): Promise<ReadRow | undefined> {
    const [row] = await this.#tables.query<ReadRow>(
      sql`select secret, pending from tenon_authenticators
          where account = ${this.#account} and user_key = ${userKey}`,
    )
    return row
  }

  /** The secret that was proposed to this login, if it can still be confirmed. */
  async #findPending(
    { userKey, loginId }: PendingOwner,
    found?: ReadRow,
  ): Promise<string | undefined> {
    const { pending } = found ?? (await this.#find(userKey)) ?? {}
    if (pending == null) return undefined
    const secret = open(this.#toPurpose(userKey, loginId), pending)
    return typeof secret === 'string' ? secret : undefined
  }

  async #storePending({ userKey, loginId }: PendingOwner, secret: string): Promise<void> {
    const sealed = seal(this.#toPurpose(userKey, loginId), secret, { expires: pendingFor })
    await this.#tables.query(
      sql`insert into tenon_authenticators (account, user_key, pending, last_step)
          values (${this.#account}, ${userKey}, ${sealed}, 0)
          on conflict (account, user_key) do update set pending = ${sealed}`,
    )
  }

  #openSecret(userKey: string, sealed: string | null | undefined): string | undefined {
    const secret = sealed == null ? undefined : open(this.#toPurpose(userKey), sealed)
    return typeof secret === 'string' ? secret : undefined
  }

  /** Seals a secret for its user and login, so it cannot be opened in another user's row or by another login. */
  #toPurpose(userKey: string, loginId = ''): string {
    return `authenticator ${this.#account} ${userKey}${loginId === '' ? '' : ` ${loginId}`}`
  }
}

/** The user and the login to which a secret was proposed. */
type PendingOwner = Pick<AuthenticatorOwner, 'userKey' | 'loginId'>

/** The time step of a code; `undefined` if it is wrong. */
async function findStep(secret: string | undefined, code: string): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '')
  if (secret === undefined || !/^\d{6}$/.test(token)) return undefined
  const { TOTP } = await loadOtpauth()
  const totp = new TOTP({ secret })
  const timestamp = Date.now()
  const delta = totp.validate({ token, timestamp, window: tolerance })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

type ReadRow = Pick<AuthenticatorRow, 'secret' | 'pending'>
