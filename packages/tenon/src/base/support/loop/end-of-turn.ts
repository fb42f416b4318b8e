/** Calls back at the end of this turn of the event loop. Kept from the start: a test may replace the global one. */
export const atEndOfTurn = setImmediate
