export {
  BadRequest,
  Conflict,
  Forbidden,
  HttpError,
  NotFound,
  PayloadTooLarge,
  ServiceUnavailable,
  TooManyRequests,
  Unauthorized,
  UnsupportedMediaType,
  ValidationFailed,
} from './base/support/http-error.ts'
export { SetupError } from './base/support/setup-error.ts'
export { toPublicError } from './application/kernel/public-error.ts'
export { type ErrorDetails, type PublicError } from './base/support/http-error.ts'
export { type RenderError } from './application/kernel/error-answers.ts'
