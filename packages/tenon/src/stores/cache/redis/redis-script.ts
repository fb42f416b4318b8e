import { createHash } from 'node:crypto'

/** A script that the server runs atomically. Once the server knows the text, the hash is enough. */
export interface RedisScript {
  readonly text: string
  readonly hash: string
}

/** Defines a script with Lua source. The caller passes `KEYS` and `ARGV`. */
export function defineScript(text: string): RedisScript {
  return { text, hash: createHash('sha1').update(text).digest('hex') }
}
