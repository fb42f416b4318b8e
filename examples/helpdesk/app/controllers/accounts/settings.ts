import { handler, page, redirect, route } from 'tenon'
import { allows } from 'tenon/auth'
import { ValidationFailed } from 'tenon/errors'
import { clearHistory, flash } from 'tenon/pages'
import { auth } from '../../auth.ts'
import { leaveTeams } from '../../leave-teams.ts'
import { UserPolicy } from '../../policies/user-policy.ts'
import { providers } from '../../providers.ts'
import {
  DeletionRequest,
  PasswordChangeRequest,
  ProfileRequest,
} from '../../requests/account-requests.ts'

export const show = handler({ user: auth.user }).run(async ({ user }, request) =>
  page('Settings/Index', {
    user,
    hasPassword: user.password !== null,
    logins: await auth.logins.list(request),
    providers: providers.available,
    identities: await providers.list(request),
    canChangeAddress: await allows(request, UserPolicy.changeAddress),
  }),
)

export const updateProfile = handler({ user: auth.user, form: ProfileRequest }).run(
  async ({ user, form }, request) => {
    await user.update({ name: form.name })
    flash(request, { notice: 'Your name is saved.' })
    return redirect(route('settings.show'))
  },
)

export const updatePassword = handler({ form: PasswordChangeRequest }).run(
  async ({ form }, request) => {
    await auth.confirm(request, form.password)
    await auth.changePassword(request, form.new_password)
    flash(request, { notice: 'Your password is changed, and all other browsers are logged out.' })
    return redirect(route('settings.show'))
  },
)

export const remove = handler({ user: auth.user }).run(({ user }) =>
  page('Settings/Delete', { user }),
)

const expected = 'Enter your email address to delete your account'

/** Users type their address: nobody deletes an account by a wrong click. */
export const destroy = handler({ user: auth.user, form: DeletionRequest }).run(
  async ({ user, form }, request) => {
    if (form.email.toLowerCase() !== user.email.toLowerCase()) {
      throw new ValidationFailed({ email: expected })
    }
    await leaveTeams(user)
    await auth.logout(request)
    await auth.forget(user)
    await user.delete()
    clearHistory(request)
    flash(request, { notice: 'Your account is deleted.' })
    return redirect(route('login.create'))
  },
)
