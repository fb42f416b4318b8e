import type { MailMessage } from '../../src/mail.ts'

/** A mail as it is queued. */
export const message: MailMessage = {
  id: '<5@example.com>',
  mail: 'Invoice',
  from: { name: 'The Shop', address: 'shop@example.com' },
  to: [{ name: 'Äda', address: 'ada@example.com' }],
  cc: [],
  bcc: [{ name: '', address: 'hidden@example.com' }],
  replyTo: [],
  subject: 'Your invoice',
  html: '<p>Thank you</p>',
  text: 'Thank you',
  headers: { 'X-Shop': 'yes' },
  attachments: [
    { name: 'a.pdf', content: Buffer.from('PDF').toString('base64'), type: 'application/pdf' },
  ],
}
