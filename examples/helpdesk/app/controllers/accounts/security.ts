import { handler, page } from 'tenon'
import { auth, keys } from '../../auth.ts'

export const show = handler({ user: auth.user }).run(async ({ user }, request) => {
  const [secondFactor, passkeys, tokens] = await Promise.all([
    auth.secondFactor.state(request),
    keys.list(request),
    auth.tokens.list(user),
  ])
  return page('Settings/Security', { user, secondFactor, passkeys, tokens })
})
