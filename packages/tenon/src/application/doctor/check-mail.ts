import { isThisMachine } from '../../base/support/values/url-host.ts'
import { parseMailUrl } from '../../work/smtp/mail-url.ts'
import { createTransport, type MailTransport } from '../../work/smtp/transport.ts'
import type { MailOptions } from '../mail/mail-service.ts'
import type { Settings } from '../config/settings.ts'
import { toAddress, type Address } from '../../work/smtp/address.ts'
import { error, warning, when, type Finding } from './finding.ts'

/**
 * Checks the sender, and that the mail server accepts the connection and the login, without sending a mail. Throws
 * `E_MAIL_URL` if the URL cannot be parsed.
 */
export async function checkMail(
  settings: Pick<Settings, 'mailUrl' | 'mailFallbackUrl' | 'appUrl' | 'isProduction'>,
  mail: Partial<Pick<MailOptions, 'transport' | 'fallback' | 'from'>> | undefined,
): Promise<readonly Finding[]> {
  if (mail === undefined) return []
  const { mailUrl, appUrl, isProduction } = settings
  const { transport, fallback = settings.mailFallbackUrl } = mail
  return [
    ...when(isProduction && mailUrl === undefined && transport === undefined, noServer),
    ...when(isProduction && appUrl === undefined, noOrigin),
    ...(isProduction && mail.from !== undefined ? checkSender(mail.from) : []),
    ...(await checkSending(transport ?? mailUrl, 'MAIL_URL')),
    ...(await checkSending(fallback, 'MAIL_FALLBACK_URL')),
  ]
}

/** Domains that nobody can own (RFC 2606), such as that of the sender in a new application. */
const reserved = /(?:^|\.)(?:example\.(?:com|net|org)|example|invalid|test|localhost)$/i

function checkSender(from: string | Address): readonly Finding[] {
  const { address } = toAddress(from)
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return when(
    reserved.test(domain),
    warning(
      'mail.from',
      `Mails are sent from ${address}, whose domain is an example: mail servers refuse them, and nobody can answer`,
      'Set "mail: { from }" of the application to an address at your own domain.',
    ),
  )
}

async function checkSending(
  server: string | MailTransport | undefined,
  variable: string,
): Promise<readonly Finding[]> {
  if (typeof server === 'string') return checkServer(server, variable)
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

async function checkServer(mailUrl: string, variable: string): Promise<readonly Finding[]> {
  const { host = '', ignoreTLS } = parseMailUrl(mailUrl)
  const inClear = error(
    variable,
    `Password and mails are sent to ${host} unencrypted`,
    'Remove ?tls=no, or use smtps://.',
  )
  return [
    ...when(ignoreTLS === true && !isThisMachine(host), inClear),
    ...(await logIn(mailUrl, { host, variable })),
  ]
}

interface Named {
  readonly host: string
  readonly variable: string
}

async function logIn(mailUrl: string, { host, variable }: Named): Promise<readonly Finding[]> {
  using transport = await createTransport(mailUrl)
  try {
    await transport.verify()
    return []
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause)
    const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'EAUTH'
    if (isRefused) {
      return [error(variable, `${host} refuses the login: ${text}`, 'Correct user and password.')]
    }
    const remedy = 'Check host, port and TLS. Mails wait in the queue until it answers.'
    return [error(variable, `${host} does not take the connection: ${text}`, remedy)]
  }
}
