import { HttpError } from '../../base/support/http-error.ts'

/**
 * Why somebody could not log in with a provider:
 *
 * - `denied` (403): the user or the provider refused
 * - `expired` (400): the visit did not begin in this browser, is over already, or began more than ten minutes ago
 * - `invalid` (400): the provider's answer does not match the request
 * - `unavailable` (503): the provider cannot be reached, or does not answer as it should
 * - `taken` (409): a user with this address exists, and the provider or the application has not verified it
 * - `connected` (409): the account at the provider is connected to another user
 * - `mismatch` (403): the account at the provider is not the connected one
 * - `closed` (403): no user exists and the application creates none, or the user may not log in
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
