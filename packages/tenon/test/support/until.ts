import { setTimeout as delay } from 'node:timers/promises'

const limitMs = 60_000
const maxPauseMs = 50

type Found<Value> = Exclude<Value, false | null | undefined>

/** Looks until it finds something, with pauses that grow from 1 to 50 ms, and returns it. Throws after 60 s. */
export async function until<Value>(look: () => Value | Promise<Value>): Promise<Found<Value>> {
  const startedAt = performance.now()
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    const value = await look()
    if (isFound(value)) return value
    if (performance.now() - startedAt > limitMs) throw new Error(`Never found: ${String(look)}`)
    await delay(pauseMs) // time: between two looks
  }
}

function isFound<Value>(value: Value): value is Found<Value> {
  return value !== false && value !== null && value !== undefined
}
