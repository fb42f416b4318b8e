/**
 * A mistake in the application's code or configuration. The message says what to do next.
 *
 * Thrown at boot whenever the mistake can be detected at boot. Every code has a row in
 * `docs/reference/errors.md`. Never shown to a client.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError'
  readonly code: SetupErrorCode

  constructor(code: SetupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A stable error code, such as `E_ROUTE_NAME_TAKEN`. */
export type SetupErrorCode = `E_${Uppercase<string>}`
