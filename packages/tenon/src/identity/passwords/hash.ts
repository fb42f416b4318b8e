import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Ambient } from '../../base/support/ambient.ts'
import { ServiceUnavailable } from '../../base/support/http-error.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'

const algorithm: Algorithm = 'argon2id'
/** The cost that OWASP recommends: 19 MiB, two passes. It takes about 20 ms of a core. */
const recommended: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
/** The lowest cost that RFC 9106 allows, for passwords that protect nothing. */
const least: Cost = { memory: 8, passes: 1, parallelism: 1 }
const costs = new Ambient<Cost>()
const currentCost = (): Cost => costs.get() ?? recommended
const saltBytes = 16
const tagBytes = 32

/**
 * Hashes passwords with argon2id. It runs outside the event loop, at most two at a time in a process;
 * if more than 100 wait, it throws `ServiceUnavailable` (503).
 */
export const hash = {
  /** Returns a hash with its own salt, as text to store with the user. */
  async make(password: string): Promise<string> {
    const salt = randomBytes(saltBytes)
    const cost = currentCost()
    const tag = await derive(password, { algorithm, cost, salt, tagBytes })
    return serializeHash({ algorithm, cost, salt, tag })
  },

  /**
   * Checks a password against a stored hash of argon2id or argon2i. Without a hash, or for a hash of another algorithm,
   * it returns `false` after the same time, so nobody learns which users exist.
   */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    const known = parseHash(stored ?? '')
    const { algorithm, salt, tag, cost } = known ?? { ...nobody, cost: currentCost() }
    const derived = await derive(password, { algorithm, cost, salt, tagBytes: tag.length })
    return timingSafeEqual(derived, tag) && known !== undefined
  },

  /** Whether `make` would use another cost or algorithm now. */
  needsRehash(stored: string): boolean {
    const known = parseHash(stored)
    if (known?.algorithm !== algorithm || known.tag.length !== tagBytes) return true
    return ![recommended, currentCost()].some((cost) => isDeepStrictEqual(cost, known.cost))
  },
} as const

/** For tests: makes new hashes fast, and therefore insecure, until the returned function is called. */
export function makeQuickHashes(): () => void {
  return costs.register(least)
}

/** How to check password hashes that a previous application stored with another algorithm. */
export interface FormerHashes {
  /** Checks a password against such a hash, for example `compare` of bcryptjs. */
  readonly verify: (password: string, stored: string) => MaybePromise<boolean>
  /**
   * Any hash of this algorithm with the same cost as the hashes in the table. If a user has no such hash, the password
   * is compared with this one, so that every login takes the same time and does not reveal which users exist.
   */
  readonly example: string
}

/** Checks a password against a stored hash, which may have a former algorithm. */
export async function isPassword(
  password: string,
  stored: string | undefined,
  former: FormerHashes | undefined,
): Promise<boolean> {
  const isRight = await hash.verify(password, stored)
  if (former === undefined) return isRight
  const isFormer = stored !== undefined && stored !== '' && parseHash(stored) === undefined
  const isRightFormer = await former.verify(password, isFormer ? stored : former.example)
  return isFormer ? isRightFormer : isRight
}

/** The hash to compare with when a user has none. */
const nobody: Omit<PasswordHash, 'cost'> = {
  algorithm,
  salt: Buffer.alloc(saltBytes),
  tag: Buffer.alloc(tagBytes),
}

/**
 * A hash that matches no password. Storing it ends the logins of a user who had no password; storing none would not.
 */
export function hashOfNobody(): string {
  return serializeHash({ ...nobody, cost: recommended })
}

interface Derivation {
  readonly algorithm: Algorithm
  readonly cost: Cost
  readonly salt: Buffer
  readonly tagBytes: number
}

function derive(
  password: string,
  { algorithm, cost, salt, tagBytes }: Derivation,
): Promise<Buffer> {
  const parameters = { message: password, nonce: salt, tagLength: tagBytes, ...cost }
  return queue.run(
    () =>
      new Promise((resolve, reject) => {
        argon2(algorithm, parameters, (error, key) => {
          if (error === null) resolve(key)
          else reject(error)
        })
      }),
  )
}

/** The cost of an argon2id hash (RFC 9106): KiB of memory, passes over it, and lanes. */
export interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** The supported algorithms; new hashes use `argon2id`. */
export type Algorithm = 'argon2id' | 'argon2i'

/** A password hash with all values that are needed to compute it again. */
export interface PasswordHash {
  readonly algorithm: Algorithm
  readonly cost: Cost
  readonly salt: Buffer
  readonly tag: Buffer
}

/** Writes a hash as text in the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export function serializeHash({ algorithm, cost, salt, tag }: PasswordHash): string {
  const { memory, passes, parallelism } = cost
  return `$${algorithm}$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`
}

/** Parses such a text; `undefined` for another algorithm or a cost outside the limits. */
export function parseHash(text: string): PasswordHash | undefined {
  const [, kind, memory, passes, parallelism, salt = '', tag = ''] = grammar.exec(text) ?? []
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  const algorithm = kind === 'argon2i' ? kind : 'argon2id'
  return isAffordable(cost)
    ? { algorithm, cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
    : undefined
}

/** The salt has 8 to 48 bytes, the tag 16 to 64. */
const grammar =
  /^\$(argon2id?)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

/** A hash that an attacker wrote into the database must not use up the memory. */
function isAffordable({ memory, passes, parallelism }: Cost): boolean {
  return memory >= 8 * parallelism && memory <= 2 ** 20 && passes >= 1 && parallelism >= 1
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** How much work a queue does at once, and how much may wait. */
export interface WorkLimits {
  readonly atOnce: number
  readonly waiting: number
}

/** Runs expensive work in order, with only a few tasks at once, so that resources remain for the rest. */
export class WorkQueue {
  readonly #limits: WorkLimits
  readonly #waiting: Array<() => void> = []
  #running = 0

  constructor(limits: WorkLimits) {
    this.#limits = limits
  }

  /** Runs `work` in its turn. Throws `ServiceUnavailable` if too much work is waiting already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#limits.atOnce) await this.#turn()
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The work that has waited longest takes over the place.
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting) throw new ServiceUnavailable()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

/** Uses two of libuv's four threads; the others stay free for files and DNS. 100 waiting hashes take about 2 s. */
const queue = new WorkQueue({ atOnce: 2, waiting: 100 })
