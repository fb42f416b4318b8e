import { toFieldLabel } from '../../base/language/words/field-label.ts'
import type { OwnWord } from '../../base/language/words/own-word.ts'
import { languageOfOwn, sayOwn } from '../../base/language/words/own-words.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toBytes, toSizeText } from '../../base/support/size.ts'
import { findContentType, includesType } from './content-type.ts'
import type { DiskOptions, ScannedFile, UploadRequest } from './disk-options.ts'
import { isDiskName } from './file-key.ts'
import { listFileKinds } from './file-kinds.ts'
import { pictureTypes } from './pictures/variant.ts'

/** The rules of a disk. Refusing a file throws `ValidationFailed` (422), under the name of its field. */
export class DiskRules {
  readonly types: readonly string[]
  /** The largest file; `Infinity` without a limit. */
  readonly maxSizeBytes: number
  /** The most pixels of a picture; `undefined` if the disk does not check pictures. */
  readonly maxPixels: number | undefined
  readonly #scan: DiskOptions['scan']

  constructor(disk: string, options: DiskOptions<string>) {
    const { types = [], variants = {}, scan } = options
    assertDisk(disk, types)
    this.types = types
    this.#scan = scan
    const { maxPixels = Object.keys(variants).length > 0 ? 50_000_000 : undefined } = options
    const { maxSize = maxPixels === undefined ? undefined : '20mb' } = options
    assertPixels(disk, maxPixels)
    this.maxPixels = maxPixels
    this.maxSizeBytes = maxSize === undefined ? Infinity : toBytes(maxSize, 'maxSize')
  }

  /** Whether to check the whole content of a file of this type before storing it. */
  looksInto(type: string): boolean {
    return this.#scan !== undefined || this.#isPicture(type)
  }

  /** Refuses an upload that the disk would not accept, by the type and size that the browser announces. */
  assertOffer({ type, sizeBytes }: UploadRequest): void {
    const isType = /^[\w.+-]+\/[\w.+-]+$/.test(type)
    if (!isType || !this.#accepts(type)) throw this.#wrongType('file')
    if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 1) throw empty('file')
    this.assertSize(sizeBytes, 'file')
  }

  assertSize(sizeBytes: number, field: string): void {
    if (sizeBytes > this.maxSizeBytes) throw this.tooLarge(field)
  }

  /** Finds the type by the first bytes. Refuses an empty file, and a type that the disk does not accept. */
  async inspect(field: string, start: Uint8Array, claimed: string) {
    if (start.length === 0) throw empty(field)
    const found = await findContentType(start, claimed, this.types)
    if (!this.#accepts(found.type)) throw this.#wrongType(field)
    return found
  }

  /** Checks the whole content of a file before it is stored. */
  async check(file: ScannedFile, field: string): Promise<void> {
    const problem = await this.#examine(file, toFieldLabel(field))
    if (problem !== undefined) throw new ValidationFailed({ [field]: problem })
    const reason = await this.#scan?.(file)
    if (reason === undefined) return
    throw new ValidationFailed({ [field]: `The ${toFieldLabel(field)} ${reason}` })
  }

  tooLarge(field: string): ValidationFailed {
    const size = toSizeText(this.maxSizeBytes)
    return refused(field, 'The {field} must not be larger than {size}', { size })
  }

  async #examine({ type, read }: ScannedFile, label: string): Promise<string | undefined> {
    const { maxPixels } = this
    if (maxPixels === undefined || !this.#isPicture(type)) return undefined
    const { examinePicture } = await import('./pictures/examine-picture.ts')
    const bytes = await new Response(await read()).arrayBuffer()
    return examinePicture(new Uint8Array(bytes), { maxPixels, label })
  }

  #isPicture(type: string): boolean {
    return this.maxPixels !== undefined && pictureTypes.has(type)
  }

  #accepts(type: string): boolean {
    return this.types.length === 0 || includesType(this.types, type)
  }

  #wrongType(field: string): ValidationFailed {
    const text = 'The {field} must be {kinds}'
    return refused(field, text, { kinds: listFileKinds(this.types, languageOfOwn(text)) })
  }
}

function assertDisk(name: string, types: readonly string[]): void {
  const areTypes = types.every((type) => /^[a-z]+\/(?:\*|[a-z0-9.+-]+)$/.test(type))
  if (isDiskName(name) && areTypes) return
  throw new SetupError(
    'E_DISK',
    `disk("${name}", { types: [${types.map((type) => `"${type}"`).join(', ')}] }) is not possible. Name it with lower-case letters, digits and hyphens, not "incoming", and write types such as "image/*" or "application/pdf".`,
  )
}

function assertPixels(disk: string, maxPixels: number | undefined): void {
  if (maxPixels === undefined || (Number.isSafeInteger(maxPixels) && maxPixels > 0)) return
  throw new SetupError(
    'E_DISK_VARIANT',
    `disk("${disk}"): maxPixels is ${maxPixels}. Write a whole number, such as 50_000_000.`,
  )
}

function empty(field: string): ValidationFailed {
  return refused(field, 'The {field} must not be empty')
}

function refused(
  field: string,
  text: OwnWord,
  values: Readonly<Record<string, string>> = {},
): ValidationFailed {
  return new ValidationFailed({ [field]: sayOwn(text, { field: toFieldLabel(field), ...values }) })
}

export function notUploaded(): ValidationFailed {
  return refused('file', 'The {field} was not uploaded; try again')
}
