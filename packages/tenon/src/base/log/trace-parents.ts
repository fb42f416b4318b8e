import { Ambient } from '../support/ambient.ts'

/** Returns the W3C `traceparent` of the current span, for work that continues it elsewhere. */
export const traceParents = new Ambient<() => string | undefined>()
