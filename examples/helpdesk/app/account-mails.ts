import type { LinkMail } from 'tenon/auth'
import { mail } from 'tenon/mail'
import { auth } from './auth.ts'
import type { User } from './models/user.ts'

// Nobody may have typed what these mails say: a name could advertise a site to a stranger's address.

export async function sendVerification(user: User): Promise<void> {
  const token = auth.links.verification(user)
  await mail('Accounts/VerifyAddress', { token }).to(user.email).send()
}

/** Tells the owner of an address who registers again; nobody else learns that there is an account. */
export async function sendAlreadyRegistered(address: string): Promise<void> {
  if (!(await auth.links.mayMail(address, 'registration'))) return
  await mail('Accounts/AlreadyRegistered', {}).to(address).send()
}

export async function sendPasswordReset({ address, token }: LinkMail<User>): Promise<void> {
  await mail('Accounts/ResetPassword', { token }).to(address).send()
}

export async function sendAddressChange({ address, token }: LinkMail<User>): Promise<void> {
  await mail('Accounts/ChangeAddress', { token }).to(address).send()
}
