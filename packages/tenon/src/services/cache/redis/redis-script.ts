import { createHash } from 'node:crypto'

/** A script that the server runs atomically, known to it by its hash once it has seen the text. */
export interface RedisScript {
  readonly text: string
  readonly hash: string
}

/** Makes a script of Lua text. `KEYS` and `ARGV` are what the caller gives. */
export function defineScript(text: string): RedisScript {
  return { text, hash: createHash('sha1').update(text).digest('hex') }
}
