import { back, handler } from 'tenon'
import { auth } from '../../auth.ts'
import { LanguageRequest } from '../../requests/account-requests.ts'

/** Stores the language with the user, and in a cookie for the pages before the login. */
export const update = handler({ user: auth.optionalUser, form: LanguageRequest }).run(
  async ({ user, form: { language } }) => {
    await user?.update({ language })
    return back().cookie('language', language, { maxAge: '365d' })
  },
)
