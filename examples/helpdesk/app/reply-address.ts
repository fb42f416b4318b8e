import { createHmac, timingSafeEqual } from 'node:crypto'
import { environment } from 'tenon/environment'
import { z } from 'zod'

/** Where answers by mail arrive, such as `reply@in.example.com`, and the secret shared with the mail provider. */
export interface Inbox {
  readonly address: string
  readonly secret: string
}

const Variables = z.object({ INBOX_ADDRESS: z.email(), INBOX_SECRET: z.string() }).partial()

/** Reads `INBOX_ADDRESS` and `INBOX_SECRET`. Without them, the application receives no mails: `undefined`. */
export function findInbox(): Inbox | undefined {
  const { INBOX_ADDRESS: address, INBOX_SECRET: secret } = environment(Variables)
  return address && secret ? { address, secret } : undefined
}

/** The reply address of a ticket: `reply+7-9f2c…@in.example.com`. It is signed, so nobody can forge another one. */
export function toReplyAddress({ address, secret }: Inbox, ticket: number): string {
  return address.replace('@', `+${ticket}-${toMac(ticket, secret)}@`)
}

/** The key of the ticket that a mail answers; `null` if no recipient is the reply address of a ticket. */
export function findTicketKey({ secret }: Inbox, recipients: string): number | null {
  const [, key = '', mac = ''] = /\+(\d{1,9})-([\da-f]{32})@/.exec(recipients) ?? []
  const expected = toMac(Number(key), secret)
  return timingSafeEqual(Buffer.from(mac.padEnd(32)), Buffer.from(expected)) ? Number(key) : null
}

function toMac(ticket: number, secret: string): string {
  return createHmac('sha256', secret).update(`ticket ${ticket}`).digest('hex').slice(0, 32)
}
