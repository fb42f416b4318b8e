/** The cost of an argon2id hash (RFC 9106): KiB of memory, passes over it, and lanes. */
export interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** A hash of a password with everything that is needed to compute it again. */
export interface PasswordHash {
  readonly cost: Cost
  readonly salt: Buffer
  readonly tag: Buffer
}

/** Writes a hash as text in the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export function serializeHash({ cost, salt, tag }: PasswordHash): string {
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`
}

/** Reads such a text; `undefined` for another algorithm, or a cost that nobody would have chosen. */
export function parseHash(text: string): PasswordHash | undefined {
  const [, memory, passes, parallelism, salt = '', tag = ''] = grammar.exec(text) ?? []
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  return isAffordable(cost)
    ? { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
    : undefined
}

/** The salt has 8 to 48 bytes, the tag 16 to 64. */
const grammar =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

/** A hash that somebody managed to write into the database must not take up all memory. */
function isAffordable({ memory, passes, parallelism }: Cost): boolean {
  return memory >= 8 * parallelism && memory <= 2 ** 20 && passes >= 1 && parallelism >= 1
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
