import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseHash, serializeHash, type Cost, type PasswordHash } from './phc.ts'
import { WorkQueue } from './work-queue.ts'

/** What OWASP recommends for argon2id: 19 MiB, two passes. Takes about 20 ms of a core. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** Two of libuv's four threads: the others stay free for files and DNS. A hundred wait about 2 s. */
const queue = new WorkQueue({ atOnce: 2, waiting: 100 })

/**
 * Hashes passwords with argon2id. It runs outside the event loop, at most two at a time in a process;
 * if more than 100 wait, it throws `ServiceUnavailable` (503).
 */
export const hash = {
  /** Returns a hash with its own salt, as text to store with the user. */
  async make(password: string): Promise<string> {
    const salt = randomBytes(saltBytes)
    return serializeHash({ cost, salt, tag: await derive(password, { cost, salt, tagBytes }) })
  },

  /**
   * Checks a password against a stored hash. Without a hash, or for one of another algorithm, it returns
   * `false` after the same time, so nobody learns which users exist.
   */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    const known = parseHash(stored ?? '')
    const { salt, tag, cost } = known ?? nobody
    const derived = await derive(password, { cost, salt, tagBytes: tag.length })
    return timingSafeEqual(derived, tag) && known !== undefined
  },

  /** Whether a hash was made with another cost or algorithm than `make` uses now. */
  needsRehash(stored: string): boolean {
    const known = parseHash(stored)
    if (known === undefined || known.tag.length !== tagBytes) return true
    const { memory, passes, parallelism } = known.cost
    return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
  },
} as const

/** Compared with when there is no hash. */
const nobody: PasswordHash = { cost, salt: Buffer.alloc(saltBytes), tag: Buffer.alloc(tagBytes) }

interface Derivation {
  readonly cost: Cost
  readonly salt: Buffer
  readonly tagBytes: number
}

function derive(password: string, { cost, salt, tagBytes }: Derivation): Promise<Buffer> {
  const parameters = { message: password, nonce: salt, tagLength: tagBytes, ...cost }
  return queue.run(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', parameters, (error, key) => {
          if (error === null) resolve(key)
          else reject(error)
        })
      }),
  )
}
