/** Calls back at the end of this turn of the event loop. Captured at load: a test may replace the global one. */
export const atEndOfTurn = setImmediate
