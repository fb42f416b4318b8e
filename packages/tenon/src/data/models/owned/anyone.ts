/** Reads the records of all owners; said, so that a missing owner is never taken for it. */
export const ANYONE = Symbol('anyone')
