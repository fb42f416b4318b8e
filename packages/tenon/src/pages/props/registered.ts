import type { Register } from '../../base/support/register.ts'

/** The props that every page receives in addition to its own, as pages see them: `Register.shared`. */
export type RegisteredShared = Register extends { shared: infer Shared } ? Shared : {}

/** The data that may be flashed, as pages see it: `Register.flash`. */
export type RegisteredFlash = Register extends { flash: infer Flash }
  ? Flash
  : Record<string, unknown>
