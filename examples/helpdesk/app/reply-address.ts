import { createHmac, timingSafeEqual } from 'node:crypto'
import { environment } from 'tenon/environment'
import { z } from 'zod'

/** Where answers by mail arrive, such as `reply@in.example.com`, and the secret shared with the mail provider. */
export type Inbox = z.infer<typeof Inbox>

const Inbox = z.object({ INBOX_ADDRESS: z.string(), INBOX_SECRET: z.string() })

/** Reads the variables. Without both, the application receives no mails: `undefined`. */
export function findInbox(): Inbox | undefined {
  return Inbox.safeParse(environment(Inbox.partial())).data
}

/** The reply address of a ticket: `reply+7-9f2c…@in.example.com`. It is signed, so nobody can forge another one. */
export function toReplyAddress(inbox: Inbox, ticket: number): string {
  return inbox.INBOX_ADDRESS.replace('@', `+${ticket}-${toMac(ticket, inbox.INBOX_SECRET)}@`)
}

/** The key of the ticket that a mail answers; `null` if no recipient is the reply address of a ticket. */
export function findTicketKey({ INBOX_SECRET }: Inbox, recipients: string): number | null {
  const [, key = '', mac = ''] = /\+(\d{1,9})-([\da-f]{32})@/.exec(recipients) ?? []
  const expected = toMac(Number(key), INBOX_SECRET)
  return timingSafeEqual(Buffer.from(mac.padEnd(32)), Buffer.from(expected)) ? Number(key) : null
}

function toMac(ticket: number, secret: string): string {
  return createHmac('sha256', secret).update(`ticket ${ticket}`).digest('hex').slice(0, 32)
}
