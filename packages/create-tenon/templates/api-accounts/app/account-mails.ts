import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { LinkMail } from 'tenon/auth'
import { textMail } from 'tenon/mail'
import { auth } from './auth.ts'
import type { User } from './models/user.ts'

// These mails contain no text that somebody typed: a name could advertise a site to a stranger's address.

/** Where the links in mails lead: your frontend, or a scheme that your app opens. It sends the token to this API. */
const frontend = toFrontend()

/** Throws in production without `FRONTEND_URL`: nobody could use the links. */
function toFrontend(): string {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  const url = process.env['FRONTEND_URL'] ?? file['FRONTEND_URL']
  if (url !== undefined && url !== '') return url
  const environment = process.env['APP_ENV'] ?? file['APP_ENV'] ?? 'local'
  if (/^(?:local|development|dev|test|testing|ci)$/.test(environment))
    return 'http://localhost:3000'
  throw new Error(
    'FRONTEND_URL is missing. Set it to the address of your frontend, such as https://shop.example, to which the links in mails lead.',
  )
}

export async function sendVerification(user: User): Promise<void> {
  const text = [
    'Open this link to verify your address. It works for one day:',
    `${frontend}/verify-email?token=${auth.links.verification(user)}`,
    'If you did not register, ignore this mail.',
  ]
  await send(user.email, { name: 'VerifyAddress', subject: 'Verify your address', text })
}

export async function sendPasswordReset({ address, token }: LinkMail<User>): Promise<void> {
  const text = [
    'Open this link to choose a new password. It works for 30 minutes:',
    `${frontend}/reset-password?token=${token}`,
    'If you did not ask for it, ignore this mail: your password stays as it is.',
  ]
  await send(address, { name: 'ResetPassword', subject: 'Choose a new password', text })
}

interface AccountMail {
  readonly name: string
  readonly subject: string
  readonly text: readonly string[]
}

async function send(address: string, { name, subject, text }: AccountMail): Promise<void> {
  await textMail(name, { subject, text: `${text.join('\n\n')}\n` })
    .to(address)
    .send()
}
