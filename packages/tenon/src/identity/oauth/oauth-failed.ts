import { HttpError } from '../../base/support/http-error.ts'

/**
 * Why somebody could not log in with a provider:
 *
 * - `denied` (403): refused at the provider
 * - `expired` (400): not begun in this browser, used already, or longer than ten minutes ago
 * - `invalid` (400): the provider's answer does not fit what was asked for
 * - `unavailable` (503): the provider cannot be reached, or does not answer as it should
 * - `taken` (409): there is an account with this address, which the provider or we have not verified
 * - `connected` (409): the account at the provider is connected to another user
 * - `mismatch` (403): another account at the provider than the one that is connected
 * - `closed` (403): no user, and the application creates none; or a user who may not log in
 */
export type OAuthReason =
  | 'denied'
  | 'expired'
  | 'invalid'
  | 'unavailable'
  | 'taken'
  | 'connected'
  | 'mismatch'
  | 'closed'

/** Logging in with a provider has failed. The message is for the user. */
export class OAuthFailed extends HttpError {
  override readonly name = 'OAuthFailed'
  readonly reason: OAuthReason

  constructor(reason: OAuthReason, message: string) {
    super(statuses[reason], message, reason === 'unavailable' ? retryLater : {})
    this.reason = reason
  }
}

const statuses: Readonly<Record<OAuthReason, number>> = {
  denied: 403,
  expired: 400,
  invalid: 400,
  unavailable: 503,
  taken: 409,
  connected: 409,
  mismatch: 403,
  closed: 403,
}

const retryLater = { headers: { 'retry-after': '5' } }
