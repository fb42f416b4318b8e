import { createHash } from 'node:crypto'
import { SetupError } from '../../../base/support/setup-error.ts'
import { isKey } from '../file-key.ts'

/** A picture that is made of another one, turned upright and without what the camera has noted. */
export interface VariantOptions {
  /** The width in pixels, 1 to 10,000. With a height too, what does not fit is cut off. */
  readonly width?: number
  /** The height in pixels, 1 to 10,000. */
  readonly height?: number
  /** Default: `webp`. */
  readonly format?: 'webp' | 'avif' | 'jpeg' | 'png'
  /** 1 to 100. Default: that of the format. */
  readonly quality?: number
}

/** A variant as a job makes it: complete, and named by what it is. */
export interface Variant extends VariantOptions {
  readonly format: NonNullable<VariantOptions['format']>
  /** Ends the names of its files: other options are another variant. */
  readonly suffix: string
}

/** Checks what a disk says of its variants. Throws `E_DISK_VARIANT`. */
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

/** Where the variants of a disk are: a folder that no disk can have. */
export function toVariantFolder(disk: string): string {
  return `${disk}.variants`
}

/** The path of a variant, beside the files of its disk. */
export function toVariantPath(disk: string, key: string, { suffix }: Variant): string {
  return `${toVariantFolder(disk)}/${key}.${suffix}`
}

/** The key of the file that a variant was made of; `undefined` for other names. */
export function toOriginalKey(name: string): string | undefined {
  const key = /^(.+)\.[0-9a-f]{12}\.[a-z]+$/.exec(name)?.[1] ?? ''
  return isKey(key) ? key : undefined
}

/** What variants can be made of. An SVG is not among them: it is a program that draws. */
export const pictureTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
])
