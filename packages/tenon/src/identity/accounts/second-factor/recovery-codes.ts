import { randomBytes } from 'node:crypto'
import { sql } from '../../../data/database/sql.ts'
import { toDigest } from '../../session/session-store.ts'
import type { TablesOnUse } from '../../../data/own/tables-on-use.ts'

const count = 10

/** Codes for users who have lost their second factor. Each works once; only digests are stored. */
export class RecoveryCodes {
  readonly #account: string
  readonly #tables: TablesOnUse

  constructor(account: string, tables: TablesOnUse) {
    this.#account = account
    this.#tables = tables
  }

  /** Replaces the codes of a user by ten new ones. */
  async replace(userKey: string): Promise<readonly string[]> {
    const codes = Array.from({ length: count }, createCode)
    const database = await this.#tables.database()
    await database.transaction(async () => {
      await this.remove(userKey)
      for (const code of codes) {
        await database.query(
          sql`insert into tenon_recovery_codes (account, user_key, digest)
              values (${this.#account}, ${userKey}, ${toCodeDigest(code)})`,
        )
      }
    })
    return codes
  }

  /** Uses a code up and returns whether the user had it. */
  async use(userKey: string, code: string): Promise<boolean> {
    const used = await this.#tables.query(
      sql`delete from tenon_recovery_codes
          where account = ${this.#account} and user_key = ${userKey} and digest = ${toCodeDigest(code)}
          returning digest`,
    )
    return used.length > 0
  }

  async count(userKey: string): Promise<number> {
    const rows = await this.#tables.query(
      sql`select digest from tenon_recovery_codes
          where account = ${this.#account} and user_key = ${userKey}`,
    )
    return rows.length
  }

  async remove(userKey: string): Promise<void> {
    await this.#tables.query(
      sql`delete from tenon_recovery_codes where account = ${this.#account} and user_key = ${userKey}`,
    )
  }
}

/**
 * Makes a code of 120 bits, in groups that are easy to copy. From 112 bits on, storing a plain digest is safe (ASVS
 * 6.5.2).
 */
function createCode(): string {
  const letters = Array.from(randomBytes(24), (byte) => alphabet[byte % 32])
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** Crockford's base32: no two characters look alike, and codes spell no words. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ignores hyphens, spaces and case, and treats characters that look alike as the same. */
function toCodeDigest(code: string): string {
  const text = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return toDigest(text.replaceAll('o', '0').replaceAll(/[il]/g, '1'))
}
