import { del, get, group, patch, post, put } from 'tenon'
import { limit } from 'tenon/limits'
import { auth, perToken } from './auth.ts'
import * as addressChange from './controllers/accounts/address-change.ts'
import * as confirmation from './controllers/accounts/confirmation.ts'
import * as language from './controllers/accounts/language.ts'
import * as login from './controllers/accounts/login.ts'
import * as logins from './controllers/accounts/logins.ts'
import * as passkeyLogin from './controllers/accounts/passkey-login.ts'
import * as passkeys from './controllers/accounts/passkeys.ts'
import * as passwordReset from './controllers/accounts/password-reset.ts'
import * as registration from './controllers/accounts/registration.ts'
import * as secondFactor from './controllers/accounts/second-factor.ts'
import * as security from './controllers/accounts/security.ts'
import * as settings from './controllers/accounts/settings.ts'
import * as tokens from './controllers/accounts/tokens.ts'
import * as twoFactor from './controllers/accounts/two-factor.ts'
import * as verification from './controllers/accounts/verification.ts'
import * as me from './controllers/api/me.ts'
import * as ownToken from './controllers/api/token.ts'
import { UserPolicy } from './policies/user-policy.ts'
import { providerRoutes } from './provider-routes.ts'

/** Each of these requests sends a mail to an address that a stranger may have typed. */
const mailsPerClient = limit({ limit: 20, per: '10m' }).by((request) => request.ip)

/** Each of these requests reads every table that may hold data about the user. */
const downloadsPerUser = limit({ limit: 10, per: '1h' }).by(
  (request) => `${request.get(auth.user)?.id}`,
)

export const accountRoutes = [
  group('/login', [
    get('/', login.create).name('login.create'),
    post('/', login.store).name('login.store'),
    post('/passkey/challenge', passkeyLogin.challenge).name('passkey-login.challenge'),
    post('/passkey', passkeyLogin.store).name('passkey-login.store').formPage('login.create'),
  ])
    .middleware(auth.guest)
    .public(),
  group('/second-factor', [
    get('/', secondFactor.create).name('second-factor.create'),
    post('/', secondFactor.store).name('second-factor.store'),
  ])
    .middleware(auth.guest)
    .public(),
  post('/language', language.update).name('language.update').public(),
  post('/logout', login.destroy).name('login.destroy').public(),

  group('/register', [
    get('/', registration.create).name('registration.create'),
    post('/', registration.store).name('registration.store').middleware(mailsPerClient),
    get('/sent', registration.sent).name('registration.sent'),
  ])
    .middleware(auth.guest)
    .public(),

  group('/forgot-password', [
    get('/', passwordReset.create).name('password-reset.create'),
    post('/', passwordReset.store).name('password-reset.store').middleware(mailsPerClient),
    get('/sent', passwordReset.sent).name('password-reset.sent'),
  ]).public(),
  group('/reset-password', [
    get('/', passwordReset.edit).name('password-reset.edit'),
    post('/', passwordReset.update).name('password-reset.update'),
  ]).public(),

  group('/verify-email', [
    get('/', verification.create).name('verification.create'),
    post('/', verification.store).name('verification.store').middleware(mailsPerClient),
  ])
    .middleware(auth.required)
    .signedIn(),
  group('/verify', [
    get('/', verification.edit).name('verification.edit'),
    post('/', verification.update).name('verification.update'),
  ]).public(),

  group('/confirm-password', [
    get('/', confirmation.create).name('confirmation.create'),
    post('/', confirmation.store).name('confirmation.store'),
  ])
    .middleware(auth.required)
    .signedIn(),

  group('/settings', [
    get('/', settings.show).name('settings.show'),
    get('/security', security.show).name('security.show'),
    put('/profile', settings.updateProfile).name('settings.profile'),
    put('/region', settings.updateRegion).name('settings.region'),
    put('/password', settings.updatePassword).name('settings.password'),
  ])
    .middleware(auth.required)
    .signedIn(),
  group('/settings/logins', [
    del('/', logins.destroyOthers).name('logins.destroy-others').formPage('settings.show'),
    del('/{login}', logins.destroy).name('logins.destroy').formPage('settings.show'),
  ])
    .middleware(auth.confirmed('15m'))
    .signedIn(),
  group('/settings/address', [
    get('/', addressChange.create).name('address-change.create'),
    post('/', addressChange.store).name('address-change.store').middleware(mailsPerClient),
  ])
    .middleware(auth.confirmed('15m'))
    .can(UserPolicy.changeAddress),
  group('/change-address', [
    get('/', addressChange.edit).name('address-change.edit'),
    post('/', addressChange.update).name('address-change.update'),
  ]).public(),
  // These need `verified`. Otherwise an attacker could register somebody else's address, add a passkey, and still log
  // in after the owner of the address has taken over the account.
  group('/settings/two-factor', [
    get('/', twoFactor.create).name('two-factor.create'),
    post('/', twoFactor.store).name('two-factor.store'),
    get('/recovery-codes', twoFactor.edit).name('two-factor.edit'),
    post('/recovery-codes', twoFactor.update).name('two-factor.update'),
    get('/off', twoFactor.remove).name('two-factor.remove'),
    del('/', twoFactor.destroy).name('two-factor.destroy'),
  ])
    .middleware(auth.verified)
    .middleware(auth.confirmed('15m'))
    .signedIn(),
  group('/settings/passkeys', [
    get('/', passkeys.create).name('passkeys.create'),
    post('/challenge', passkeys.challenge).name('passkeys.challenge'),
    post('/', passkeys.store).name('passkeys.store'),
    del('/{passkey}', passkeys.destroy).name('passkeys.destroy'),
  ])
    .middleware(auth.verified)
    .middleware(auth.confirmed('15m'))
    .signedIn(),
  group('/settings/tokens', [
    get('/', tokens.create).name('tokens.create'),
    post('/', tokens.store).name('tokens.store'),
    del('/{token}', tokens.destroy).name('tokens.destroy'),
  ])
    .middleware(auth.verified)
    .middleware(auth.confirmed('15m'))
    .signedIn(),
  get('/settings/data', settings.download)
    .name('settings.data')
    .middleware(auth.confirmed('15m'))
    .middleware(downloadsPerUser)
    .signedIn(),
  group('/settings/delete', [
    get('/', settings.remove).name('settings.remove'),
    del('/', settings.destroy).name('settings.destroy'),
  ])
    .middleware(auth.confirmed('15m'))
    .signedIn(),

  ...providerRoutes,
  // For programs, with an access token.
  group('/api', [
    get('/token', ownToken.show).name('api.token').middleware(auth.token()).middleware(perToken),
    get('/me', me.show)
      .name('api.me')
      .describe('Shows the user of the token')
      .middleware(auth.token('profile:read'))
      .middleware(perToken),
    patch('/me', me.update)
      .name('api.me.update')
      .describe('Changes the name', { example: { name: 'Ada Lovelace' } })
      .middleware(auth.token('profile:write'))
      .middleware(perToken),
  ]).signedIn(),
] as const
