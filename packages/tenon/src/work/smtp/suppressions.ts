import { domainToASCII, domainToUnicode } from 'node:url'
import { SetupError } from '../../base/support/setup-error.ts'
import { isMailAddress } from '../../base/support/mail-address.ts'
import { currentDatabase } from '../../data/database/current-database.ts'
import { sql } from '../../data/database/sql.ts'
import { withJobTables } from '../jobs/job-tables.ts'
import type { SuppressionRow } from '../jobs/tables/mail-tables.ts'

/** Why an address gets no mail: mails to it come back, its owner called one spam, or you said so. */
export type SuppressionReason = SuppressionRow['reason']

/** An address that gets no mail. */
export interface Suppression {
  readonly address: string
  readonly reason: SuppressionReason
  readonly since: Date
}

/**
 * The addresses that get no mail, whatever is sent to them: those that `bounces` reported, and your own.
 *
 * They are in the application's database, without regard to upper and lower case. A domain with letters of other
 * alphabets is the same as its `xn--` form, in which mail servers report it.
 */
export const suppressions = {
  /** Sends no more mail to an address, and keeps the first reason. Throws `E_MAIL_ADDRESS` if it is none. */
  async add(address: string, reason: SuppressionReason = 'manual'): Promise<void> {
    const [key] = formsOf(address)
    const now = Date.now()
    await withJobTables(() =>
      currentDatabase().query(sql`
        insert into tenon_mail_suppressions (address, reason, created_at)
        values (${key}, ${reason}, ${now}) on conflict (address) do nothing`),
    )
  },

  /** Sends mail to an address again, for example when its owner has corrected it. `false` if it got mail before. */
  async remove(address: string): Promise<boolean> {
    const removed = await withJobTables(() =>
      currentDatabase().query(sql`
        delete from tenon_mail_suppressions where address in (${formsOf(address)}) returning address`),
    )
    return removed.length > 0
  },

  /** Why and since when an address gets no mail; `null` if it does. */
  async find(address: string): Promise<Suppression | null> {
    const [row] = await withJobTables(() =>
      currentDatabase().query<SuppressionRow>(sql`
        select address, reason, created_at from tenon_mail_suppressions
        where address in (${formsOf(address)}) order by created_at`),
    )
    if (row === undefined) return null
    return { address: row.address, reason: row.reason, since: new Date(row.created_at) }
  },
}

/**
 * The forms in which an address may be stored, first the one in which it is: providers report it in the case that they
 * like, with the domain as DNS has it, and earlier rows have it as it was given.
 */
export function formsOf(address: string): readonly [stored: string, asWritten: string] {
  if (!isMailAddress(address)) {
    throw new SetupError(
      'E_MAIL_ADDRESS',
      'suppressions: pass exactly one address, such as "ada@example.com".',
    )
  }
  const lower = address.toLowerCase()
  const at = lower.lastIndexOf('@') + 1
  const ascii = domainToASCII(lower.slice(at))
  // What is not a domain of DNS stays as it is.
  if (ascii === '') return [lower, lower]
  const local = lower.slice(0, at)
  return [local + ascii, local + domainToUnicode(ascii)]
}
