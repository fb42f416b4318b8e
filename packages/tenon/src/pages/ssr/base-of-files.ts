/** Sets the prefix of file URLs for code that is loaded from now on. `renderBuiltUrl` makes built code read it. */
export function supplyBase(base = ''): void {
  // Use the global object, because a built renderer cannot import this module.
  Object.assign(globalThis, { [Symbol.for('tenon.base')]: base })
}
