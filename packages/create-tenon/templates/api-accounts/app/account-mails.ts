import type { LinkMail } from 'tenon/auth'
import { environment } from 'tenon/environment'
import { textMail } from 'tenon/mail'
import { z } from 'zod'
import { auth } from './auth.ts'
import type { User } from './models/user.ts'

// These mails contain no text that somebody typed: a name could advertise a site to a stranger's address.

const isLocal = /^(?:local|development|dev|test|testing|ci)$/
const env = environment(
  z
    .object({ APP_ENV: z.string().default('local'), FRONTEND_URL: z.url().optional() })
    .refine(({ APP_ENV, FRONTEND_URL }) => FRONTEND_URL !== undefined || isLocal.test(APP_ENV), {
      path: ['FRONTEND_URL'],
    }),
)

/**
 * Where the links in mails lead: your frontend, or a scheme that your app opens. It sends the token to this API. Required
 * in production: without it, nobody could use the links.
 */
const frontend = env.FRONTEND_URL ?? 'http://localhost:3000'

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
