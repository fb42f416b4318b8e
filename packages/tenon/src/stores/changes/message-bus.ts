import type { Database } from '../../data/database/database.ts'

/** A way to tell the other processes of an application something. */
export interface MessageBus extends AsyncDisposable {
  /** Whether it hears the others. Otherwise it only tells them. */
  readonly hears: boolean
  /** Tells all others, and perhaps this process too. It may be lost. */
  send(text: string): void
  /** Calls `heard` with each text; without one when it begins to hear, and after it may have missed some. */
  listen(heard: (text?: string) => void): Disposable
}

/** The largest message, in bytes: PostgreSQL's notices have less than 8,000. */
export const MESSAGE_LIMIT_BYTES = 7900

/** Tells others through the notices of a database; `undefined` if it has none. */
export function busThrough(databases: readonly Database[]): MessageBus | undefined {
  const database = databases.find(({ hears }) => hears === 'notices' || hears === 'nothing')
  if (database === undefined) return undefined
  return {
    hears: database.hears === 'notices',
    send: (text) => database.wake(CHANNEL, text),
    listen: (heard) => database.listen(CHANNEL, heard),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

export const CHANNEL = 'tenon_changes'
