import type { AccountNotice } from 'tenon/auth'
import { mail } from 'tenon/mail'
import { toDeviceName } from '../resources/components/accounts/device-name.ts'
import { inLanguageOf } from './in-language-of.ts'
import type { User } from './models/user.ts'

/**
 * Tells a user by mail what has happened to the account. Called in the transaction of the change, so the mail is
 * sent if that commits. It says nothing that somebody has typed: a browser is named only if it is a known one.
 */
export async function sendNotice({
  user,
  change,
  address,
  at,
  device,
  ip,
}: AccountNotice<User>): Promise<void> {
  await inLanguageOf(user, () => {
    const browser = device === undefined ? null : toDeviceName(device)
    return mail('Accounts/SecurityNotice', { change, at, browser, ip: ip ?? null })
      .to(address)
      .send()
  })
}
