import type { Digits } from './types/type-rules.ts'

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/

/** Parses a decimal number into a whole number of its smallest units; `undefined` if it does not fit. */
export function parseDecimal(text: string, { precision, scale }: Digits): bigint | undefined {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  const rest = fraction.replace(/0+$/, '')
  if (sign === undefined || rest.length > scale) return undefined

  const units = BigInt(whole + rest.padEnd(scale, '0'))
  if (units >= 10n ** BigInt(precision)) return undefined
  return sign === '-' ? -units : units
}

/** Writes a number of smallest units as PostgreSQL does: `12.50`, always with `scale` digits after the point. */
export function fromScaled(units: bigint, { scale }: Digits): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** The number of decimal places that a mean has in addition to those of the values. */
const MORE_DIGITS_OF_MEAN = 4

/** Divides a sum of smallest units, and rounds half away from zero. */
export function meanOf(sum: bigint, count: bigint, { precision, scale }: Digits): string {
  const units = sum * 10n ** BigInt(MORE_DIGITS_OF_MEAN)
  const half = units < 0n ? -count : count
  const mean = (2n * units + half) / (2n * count)
  return fromScaled(mean, { precision, scale: scale + MORE_DIGITS_OF_MEAN })
}
