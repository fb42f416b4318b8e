/**
 * A programmer's mistake: thrown at boot where it can be known at boot, with what to do next.
 *
 * Every code has a row in `docs/reference/errors.md`. Never shown to a client.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError'
  readonly code: SetupErrorCode

  constructor(code: SetupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A stable name of a mistake, such as `E_ROUTE_NAME_TAKEN`. */
export type SetupErrorCode = `E_${Uppercase<string>}`
