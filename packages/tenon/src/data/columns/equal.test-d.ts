/** `true` if both types are the same, including their modifiers. */
export type Equal<Left, Right> =
  (<Probe>() => Probe extends Left ? 1 : 2) extends <Probe>() => Probe extends Right ? 1 : 2
    ? true
    : false

/** Accepts only `true`: `expectType<Equal<A, B>>()`. */
export declare function expectType<_Claim extends true>(): void
