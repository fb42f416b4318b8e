import { parseMailUrl } from '../../work/smtp/mail-url.ts'
import { createTransport, type MailTransport } from '../../work/smtp/transport.ts'
import type { MailOptions } from '../mail/mailing.ts'
import type { Settings } from '../config/settings.ts'
import { isHere } from './check-environment.ts'
import { error, when, type Finding } from './finding.ts'

/**
 * Checks that the mail server takes the connection and the login, without sending anything. Throws
 * `E_MAIL_URL` if the URL cannot be parsed.
 */
export async function checkMail(
  { mailUrl, appUrl, isProduction }: Pick<Settings, 'mailUrl' | 'appUrl' | 'isProduction'>,
  mail: Pick<MailOptions, 'transport'> | undefined,
): Promise<readonly Finding[]> {
  if (mail === undefined) return []
  const { transport } = mail
  return [
    ...when(isProduction && mailUrl === undefined && transport === undefined, noServer),
    ...when(isProduction && appUrl === undefined, noOrigin),
    ...(await checkSending(transport ?? mailUrl)),
  ]
}

async function checkSending(
  server: string | MailTransport | undefined,
): Promise<readonly Finding[]> {
  if (typeof server === 'string') return checkServer(server)
  try {
    await server?.verify()
    return []
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause)
    return [error('mail', `The transport of the application cannot send: ${text}`, waiting)]
  }
}

const waiting = 'Check what it needs. Mails wait in the queue until it can.'

const noServer = error(
  'MAIL_URL',
  'The application sends mail, and does not start without a mail server',
  'Set it to smtp://user:password@host:587 or smtps://user:password@host:465.',
)

const noOrigin = error(
  'APP_URL',
  'The application sends mail, and does not start without its own address for the links in it',
  'Set it to the address of the application, such as https://example.com.',
)

async function checkServer(mailUrl: string): Promise<readonly Finding[]> {
  const { host = '', ignoreTLS } = parseMailUrl(mailUrl)
  const inClear = error(
    'MAIL_URL',
    `Password and mails are sent to ${host} unencrypted`,
    'Remove ?tls=no, or use smtps://.',
  )
  return [...when(ignoreTLS === true && !isHere(host), inClear), ...(await logIn(mailUrl, host))]
}

async function logIn(mailUrl: string, host: string): Promise<readonly Finding[]> {
  const transport = await createTransport(mailUrl)
  try {
    await transport.verify()
    return []
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause)
    const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'EAUTH'
    if (isRefused) {
      return [error('MAIL_URL', `${host} refuses the login: ${text}`, 'Correct user and password.')]
    }
    const remedy = 'Check host, port and TLS. Mails wait in the queue until it answers.'
    return [error('MAIL_URL', `${host} does not take the connection: ${text}`, remedy)]
  }
}
