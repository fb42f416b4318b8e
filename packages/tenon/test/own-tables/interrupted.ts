import type { Database } from '../../src/data/database/database.ts'

/** A database whose connection is lost at one of its calls, counted from 1. */
export function interrupted(database: Database, at: number): Database {
  let calls = 0
  return new Proxy(database, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...given: readonly unknown[]): unknown => {
        if (key === 'script' || key === 'query') calls += 1
        if (calls >= at) throw new Interrupted()
        return Reflect.apply(value, target, given)
      }
    },
  })
}

export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
