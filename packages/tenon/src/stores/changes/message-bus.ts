import type { Database } from '../../data/database/database.ts'

/** Sends texts to the other processes of an application. */
export interface MessageBus extends AsyncDisposable {
  /** Whether it hears the others. If not, it only sends. */
  readonly hears: boolean
  /** Sends a text to all other processes, and perhaps to this one. The text may be lost. */
  send(text: string): void
  /** Calls `heard` with each text. Calls it without a text when it starts to hear, and when it may have missed some. */
  listen(heard: (text?: string) => void): Disposable
}

/** The largest message, in bytes. PostgreSQL allows less than 8,000 per notification. */
export const MESSAGE_LIMIT_BYTES = 7900

/** Tells others through the notifications of a database; `undefined` if it has none. */
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
