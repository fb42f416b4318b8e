import type { SendMailOptions } from 'nodemailer'
import { findShownNames, type MailMessage } from './mail-message.ts'

/** Converts a mail for the library. Addresses stay objects, because the library would parse text. */
export function toMailOptions(message: MailMessage): SendMailOptions {
  const { id, mail: _name, attachments, stored: _stored, invitation, ...rest } = message
  const shown = findShownNames(message.html)
  return {
    ...rest,
    to: [...rest.to],
    cc: [...rest.cc],
    bcc: [...rest.bcc],
    replyTo: [...rest.replyTo],
    messageId: id,
    attachments: attachments.map(({ name, type, content }) => ({
      filename: name,
      content,
      encoding: 'base64',
      ...(type === undefined ? {} : { contentType: type }),
      ...(shown.has(name) ? { cid: name, contentDisposition: 'inline' } : {}),
    })),
    ...(invitation === undefined
      ? {}
      : { icalEvent: { method: invitation.method, content: invitation.calendar } }),
    // A mail is only data: it must not make this process read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Returns the source of a mail, as it would be sent. */
export async function toMailSource(message: MailMessage): Promise<string> {
  const { createTransport } = await import('nodemailer')
  const transporter = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message: source } = await transporter.sendMail(toMailOptions(message))
  return source instanceof Buffer ? source.toString() : ''
}
