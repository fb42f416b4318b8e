import { SetupError } from './setup-error.ts'

/**
 * A number of bytes: a whole number and a unit, such as `'100b'`, `'500kb'`, `'5mb'`, `'2gb'`.
 *
 * A kilobyte has 1,024 bytes. Write a computed number as bytes: `${bytes}b`. It must be whole, too.
 */
export type Size = `${bigint}${Unit}` | `${number}b`

type Unit = 'b' | 'kb' | 'mb' | 'gb'

/** Parses a size into bytes; `undefined` for anything else. */
export function parseSize(text: string): number | undefined {
  const [, amount, unit] = grammar.exec(text) ?? []
  return amount === undefined || !isUnit(unit) ? undefined : Number(amount) * unitBytes[unit]
}

/** Converts a size to bytes; throws `E_SIZE`, naming `option`, if it is invalid. */
export function toBytes(size: Size, option: string): number {
  const bytes = parseSize(size)
  if (bytes !== undefined) return bytes
  throw new SetupError(
    'E_SIZE',
    `The ${option} "${size}" is not a size. Write a whole number and b, kb, mb or gb, such as "5mb".`,
  )
}

/** A number of bytes as people write it: 5,242,880 is `5 MB`. */
export function toSizeText(bytes: number): string {
  const inBytes = [bytes === 1 ? 'byte' : 'bytes', unitBytes.b] as const
  const [label, factor] = scale.find(([, least]) => bytes >= least) ?? inBytes
  return `${Math.floor((bytes / factor) * 10) / 10} ${label}`
}

const grammar = /^(\d{1,10})([kmg]?b)$/
const unitBytes = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }
const scale = [
  ['GB', unitBytes.gb],
  ['MB', unitBytes.mb],
  ['kB', unitBytes.kb],
] as const

function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(unitBytes, text)
}
