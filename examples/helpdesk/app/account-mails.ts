import type { LinkMail } from 'tenon/auth'
import { mail } from 'tenon/mail'
import { auth } from './auth.ts'
import { User } from './models/user.ts'
import { inLanguageOf } from './in-language-of.ts'

// These mails contain no text that somebody typed: a name could advertise a site to a stranger's address.

export async function sendVerification(user: User): Promise<void> {
  const token = auth.links.verification(user)
  await inLanguageOf(user, () => mail('Accounts/VerifyAddress', { token }).to(user.email).send())
}

/** Tells the owner of an address that it is registered already. Nobody else learns that there is an account. */
export async function sendAlreadyRegistered(address: string): Promise<void> {
  if (!(await auth.links.mayMail(address, 'registration'))) return
  const user = await User.where('email', address).first()
  await inLanguageOf(user, () => mail('Accounts/AlreadyRegistered', {}).to(address).send())
}

export async function sendPasswordReset({ user, address, token }: LinkMail<User>): Promise<void> {
  await inLanguageOf(user, () => mail('Accounts/ResetPassword', { token }).to(address).send())
}

export async function sendAddressChange({ user, address, token }: LinkMail<User>): Promise<void> {
  await inLanguageOf(user, () => mail('Accounts/ChangeAddress', { token }).to(address).send())
}
