import type { HttpRequest } from '../../web/http/request.ts'
import {
  BadRequest,
  Forbidden,
  PayloadTooLarge,
  TooManyRequests,
  Unauthorized,
} from '../../base/support/http-error.ts'
import { AccessDenied } from '../../web/routing/access-rule.ts'
import { CrossSiteRequest } from '../../web/routing/compile-route.ts'
import { tellSecurityEvent, toSafeText } from '../../base/log/security-events.ts'

/** An error that an attacker may have caused on purpose. */
type Refusal = BadRequest | Forbidden | PayloadTooLarge | TooManyRequests | Unauthorized

export function isRefusal(error: unknown): error is Refusal {
  return refusals.some((refusal) => error instanceof refusal) && !isTold(error)
}

function isTold(error: unknown): boolean {
  return error instanceof CrossSiteRequest || error instanceof AccessDenied
}

const refusals = [BadRequest, Forbidden, PayloadTooLarge, TooManyRequests, Unauthorized]

/** Logs a refusal as a security event. */
export function tellRefusal(request: HttpRequest, error: Refusal): void {
  const reason = toSafeText(error.message)
  tellSecurityEvent(request, { ...toEvent(error), fields: { reason } })
}

function toEvent(error: Refusal) {
  if (error instanceof PayloadTooLarge) return tooLarge
  if (error instanceof Forbidden || error instanceof Unauthorized) return denied
  return error instanceof TooManyRequests ? rateLimited : malformed
}

const denied = { event: 'access.denied', message: 'The application refused access' }
const malformed = { event: 'request.malformed', message: 'A malformed request was refused' }
const tooLarge = { event: 'request.too_large', message: 'A request that is too large was refused' }
const rateLimited = { event: 'request.rate_limited', message: 'A client asked too often' }
