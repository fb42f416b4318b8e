/** Tells code that is loaded from now on what comes before the URLs of its files, as `built-urls.ts` writes them. */
export function supplyBase(base = ''): void {
  // On the global object, because a built renderer has no other way to this module.
  Object.assign(globalThis, { [Symbol.for('tenon.base')]: base })
}
