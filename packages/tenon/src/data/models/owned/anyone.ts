/** Stands for all owners. It must be passed explicitly, so that a missing owner never means all of them. */
export const ANYONE = Symbol('anyone')
