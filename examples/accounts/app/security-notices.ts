import type { AccountNotice } from 'tenon/auth'
import { mail } from 'tenon/mail'
import { toDeviceName } from '../resources/components/accounts/device-name.ts'
import { inLanguageOf } from './in-language-of.ts'
import type { User } from './models/user.ts'

/**
 * Tells a user by mail what has happened to the account. It is called in the transaction of the change, so the mail is
 * sent only if the change commits. The mail contains no text that somebody typed: it names only known browsers.
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
