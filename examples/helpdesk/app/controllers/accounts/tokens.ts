import { handler, page, redirect, route } from 'tenon'
import { flash } from 'tenon/pages'
import { auth } from '../../auth.ts'
import { TokenCreationRequest } from '../../requests/account-requests.ts'
import { tokenRevoked } from '../../../resources/words/notices.ts'

export const create = () => page('Settings/CreateToken')

/** Responds with a page instead of a redirect, because the token is not stored in plain text. */
export const store = handler({ user: auth.user, form: TokenCreationRequest }).run(
  async ({ user, form }, request) => {
    const token = await auth.tokens.issue(user, form, request)
    return page('Settings/Token', { name: token.name, text: token.text })
  },
)

export const destroy = handler({ user: auth.user }).run(async ({ user }, request) => {
  await auth.tokens.revoke(user, request.param('token') ?? '', request)
  flash(request, { notice: tokenRevoked() })
  return redirect(route('security.show'))
})
