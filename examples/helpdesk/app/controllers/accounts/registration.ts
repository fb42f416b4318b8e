import { handler, page, redirect, route } from 'tenon'
import { hash } from 'tenon/auth'
import { transaction, UniqueViolation } from 'tenon/database'
import { sendAlreadyRegistered, sendVerification } from '../../account-mails.ts'
import { languageOfNewUser } from '../../in-language-of.ts'
import { User } from '../../models/user.ts'
import { providers } from '../../providers.ts'
import { RegistrationRequest } from '../../requests/account-requests.ts'

export const create = () => page('Accounts/Register', { providers: providers.available })

/** The response is the same if the address is registered already: only its owner learns that, by mail. */
export const store = handler({ form: RegistrationRequest }).run(async ({ form }) => {
  const { name, email } = form
  const password = await hash.make(form.password)
  try {
    await transaction(async () => {
      const user = await User.create({ name, email, password, language: languageOfNewUser() })
      await sendVerification(user)
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    await sendAlreadyRegistered(email)
  }
  return redirect(route('registration.sent'))
})

export const sent = () => page('Accounts/CheckMail', { reason: 'verify' })
