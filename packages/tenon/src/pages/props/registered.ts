import type { Register } from '../support/register.ts'

/** What every page is given besides its own props, as pages see it: `Register.shared`. */
export type RegisteredShared = Register extends { shared: infer Shared } ? Shared : {}

/** What may be flashed, as pages see it: `Register.flash`. */
export type RegisteredFlash = Register extends { flash: infer Flash }
  ? Flash
  : Record<string, unknown>
