import { domainToASCII, domainToUnicode } from 'node:url'
import { SetupError } from '../../base/support/setup-error.ts'
import { isMailAddress } from '../../base/support/mail-address.ts'
import { currentDatabase } from '../../data/database/current-database.ts'
import { sql } from '../../data/database/sql.ts'
import { withJobTables } from '../jobs/job-tables.ts'
import type { SuppressionRow } from '../jobs/tables/mail-tables.ts'

/** Why an address gets no mail: a permanent bounce, a complaint about spam, or your own decision. */
export type SuppressionReason = SuppressionRow['reason']

/** An address that gets no mail. */
export interface Suppression {
  readonly address: string
  readonly reason: SuppressionReason
  readonly since: Date
}

/**
 * The addresses that get no mail: those that `bounces` has reported, and your own.
 *
 * They are stored in the application's database and ignore upper and lower case. An internationalized domain equals its
 * `xn--` form, which mail servers report.
 */
export const suppressions = {
  /**
   * Stops mail to an address. Keeps the reason if the address is already listed. Throws `E_MAIL_ADDRESS` for other
   * text.
   */
  async add(address: string, reason: SuppressionReason = 'manual'): Promise<void> {
    const [key] = formsOf(address)
    const now = Date.now()
    await withJobTables(() =>
      currentDatabase().query(sql`
        insert into tenon_mail_suppressions (address, reason, created_at)
        values (${key}, ${reason}, ${now}) on conflict (address) do nothing`),
    )
  },

  /**
   * Allows mail to an address again, for example after its owner corrected it. `false` if it was not suppressed. Throws
   * `E_MAIL_ADDRESS` for other text.
   */
  async remove(address: string): Promise<boolean> {
    const removed = await withJobTables(() =>
      currentDatabase().query(sql`
        delete from tenon_mail_suppressions where address in (${formsOf(address)}) returning address`),
    )
    return removed.length > 0
  },

  /**
   * Finds why and since when an address gets no mail; `null` if it gets mail. Throws `E_MAIL_ADDRESS` for other text.
   */
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
 * The forms in which an address may be stored. The first is the current form: lower case, with the domain as in DNS.
 * Earlier versions stored the domain as the caller wrote it.
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
  // Keep a domain that DNS does not allow.
  if (ascii === '') return [lower, lower]
  const local = lower.slice(0, at)
  return [local + ascii, local + domainToUnicode(ascii)]
}
