import { createHash } from 'node:crypto'
import { SetupError } from '../../../base/support/setup-error.ts'
import { isKey } from '../file-key.ts'

/** A variant of a picture. It is upright, and has no camera metadata. */
export interface VariantOptions {
  /** The width in pixels, 1 to 10,000. If you also set a height, the picture is cropped to fit. */
  readonly width?: number
  /** The height in pixels, 1 to 10,000. */
  readonly height?: number
  /** Default: `webp`. */
  readonly format?: 'webp' | 'avif' | 'jpeg' | 'png'
  /** 1 to 100. Default: the default of the format. */
  readonly quality?: number
}

/** A variant with all its options, as a job makes it. */
export interface Variant extends VariantOptions {
  readonly format: NonNullable<VariantOptions['format']>
  /** The suffix of its file names. It contains a hash of the options, so other options make another variant. */
  readonly suffix: string
}

/** Checks the variants of a disk. Throws `E_DISK_VARIANT` if one is not possible. */
export function toVariants(
  disk: string,
  options: Readonly<Record<string, VariantOptions>>,
): ReadonlyMap<string, Variant> {
  return new Map(Object.entries(options).map(([name, each]) => [name, toVariant(disk, name, each)]))
}

function toVariant(disk: string, name: string, options: VariantOptions): Variant {
  const { width, height, format = 'webp', quality } = options
  const isRight =
    (width !== undefined || height !== undefined) &&
    isWithin(width, 10_000) &&
    isWithin(height, 10_000) &&
    isWithin(quality, 100) &&
    formats.has(format)
  if (!isRight) {
    throw new SetupError(
      'E_DISK_VARIANT',
      `disk("${disk}"): the variant "${name}" is not possible. Give it a width or a height of 1 to 10000 pixels, the format "webp", "avif", "jpeg" or "png", and a quality of 1 to 100.`,
    )
  }
  const hash = createHash('sha256').update(JSON.stringify([width, height, format, quality]))
  return { ...options, format, suffix: `${hash.digest('hex').slice(0, 12)}.${format}` }
}

function isWithin(value: number | undefined, most: number): boolean {
  return value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)
}

const formats: ReadonlySet<string> = new Set(['webp', 'avif', 'jpeg', 'png'])

/** The folder for the variants of a disk. No disk can have its name. */
export function toVariantFolder(disk: string): string {
  return `${disk}.variants`
}

/** The path of a variant. */
export function toVariantPath(disk: string, key: string, { suffix }: Variant): string {
  return `${toVariantFolder(disk)}/${key}.${suffix}`
}

/** The key of the original file of a variant; `undefined` for other names. */
export function toOriginalKey(name: string): string | undefined {
  const key = /^(.+)\.[0-9a-f]{12}\.[a-z]+$/.exec(name)?.[1] ?? ''
  return isKey(key) ? key : undefined
}

/** The types that can have variants. SVG is not among them: it is a program that draws. */
export const pictureTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
])
