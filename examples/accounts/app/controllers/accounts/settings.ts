import { handler, page, redirect, route, stream } from 'tenon'
import { allows } from 'tenon/auth'
import { ValidationFailed } from 'tenon/errors'
import { setLanguage } from 'tenon/languages/server'
import { clearHistory, flash } from 'tenon/pages'
import { erasePersonal, exportPersonal } from 'tenon/personal'
import { auth } from '../../auth.ts'
import { UserPolicy } from '../../policies/user-policy.ts'
import { providers } from '../../providers.ts'
import {
  DeletionRequest,
  PasswordChangeRequest,
  ProfileRequest,
  RegionRequest,
} from '../../requests/account-requests.ts'
import {
  accountDeleted,
  downloadAgain,
  nameSaved,
  passwordChanged,
  regionSaved,
} from '../../../resources/words/notices.ts'
import { enterEmailToDelete } from '../../../resources/words/problems.ts'

export const show = handler({ user: auth.user }).run(async ({ user }, request) =>
  page('Settings/Index', {
    user,
    hasPassword: user.password !== null,
    logins: await auth.logins.list(request),
    providers: providers.available,
    identities: await providers.list(request),
    canChangeAddress: await allows(request, UserPolicy.changeAddress),
    timeZones: ['UTC', ...Intl.supportedValuesOf('timeZone')],
  }),
)

export const updateProfile = handler({ user: auth.user, form: ProfileRequest }).run(
  async ({ user, form }, request) => {
    await user.update({ name: form.name })
    flash(request, { notice: nameSaved() })
    return redirect(route('settings.show'))
  },
)

export const updateRegion = handler({ user: auth.user, form: RegionRequest }).run(
  async ({ user, form }, request) => {
    await user.update({ language: form.language, time_zone: form.time_zone || null })
    setLanguage(form.language)
    flash(request, { notice: regionSaved() })
    return redirect(route('settings.show'))
  },
)

export const updatePassword = handler({ form: PasswordChangeRequest }).run(
  async ({ form }, request) => {
    await auth.confirm(request, form.password)
    await auth.changePassword(request, form.new_password)
    flash(request, { notice: passwordChanged() })
    return redirect(route('settings.show'))
  },
)

/** Everything that is stored about the user, as JSON. */
export const download = handler({ user: auth.user }).run(({ user }, request) => {
  // After the user has confirmed the password, the page client visits this URL. It cannot save a file.
  if (request.isPageVisit) {
    flash(request, { notice: downloadAgain() })
    return redirect(route('settings.show'))
  }
  return stream(exportPersonal(user), 'application/json')
    .header('content-disposition', 'attachment; filename="my-data.json"')
    .header('cache-control', 'no-store')
})

export const remove = handler({ user: auth.user }).run(({ user }) =>
  page('Settings/Delete', { user }),
)

/** Users type their address, so that nobody deletes an account by accident. */
export const destroy = handler({ user: auth.user, form: DeletionRequest }).run(
  async ({ user, form }, request) => {
    if (form.email.toLowerCase() !== user.email.toLowerCase()) {
      throw new ValidationFailed({ email: enterEmailToDelete() })
    }
    await auth.whileLoggedIn(request, () => erasePersonal(user))
    await auth.logout(request)
    clearHistory(request)
    flash(request, { notice: accountDeleted() })
    return redirect(route('login.create'))
  },
)
