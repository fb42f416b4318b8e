import { open, seal } from '../../base/keys/current-keys.ts'
import { storageFailures, type StorageOperation } from '../../base/log/channels.ts'
import { logContexts } from '../../base/log/log-context.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { toMs, type Duration } from '../../base/support/duration.ts'
import { HttpError, NotFound, ValidationFailed } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toBytes, toSizeText, type Size } from '../../base/support/size.ts'
import type { FileColumn } from '../../data/columns/column.ts'
import { uuidV7 } from '../../data/columns/uuid.ts'
import { findInnermostTransaction } from '../../data/database/database-context.ts'
import { UploadedFile } from '../../web/body/uploaded-file.ts'
import { toAttachment } from '../../web/http/file.ts'
import type { Reply } from '../../web/http/reply.ts'
import { findContentType, includesType, shownExtensions } from './content-type.ts'
import { currentStore } from './current-storage.ts'
import {
  createKey,
  isDiskName,
  isKey,
  toExtension,
  toIncomingPath,
  toStoredPath,
} from './file-key.ts'
import type {
  AdoptedFile,
  FileOffer,
  FileStore,
  ListedFile,
  ReadFile,
  StoredFile,
} from './file-store.ts'
import { LimitedContent, readStart } from './inspected-content.ts'
import {
  pictureTypes,
  toVariantPath,
  toVariants,
  type Variant,
  type VariantOptions,
} from './pictures/variant.ts'
import { variantQueues } from './pictures/variant-queue.ts'
import { findUsedKeys } from './used-keys.ts'

/** What a disk accepts, and what is made of it. */
export interface DiskOptions<VariantName extends string = never> {
  /** The media types, such as `image/*` or `application/pdf`. Default: all. */
  readonly types?: readonly string[]
  /** The largest file, such as `5mb`. Default: no limit besides that of the request. */
  readonly maxSize?: Size
  /** Pictures that a job makes of each picture. Needs `sharp`, and `maxSize` is `20mb` then if you name none. */
  readonly variants?: Readonly<Record<VariantName, VariantOptions>>
  /** The most pixels of a picture, width times height. Needs `sharp`. Default: 50 million if there are variants. */
  readonly maxPixels?: number
  /**
   * Looks at a file before it counts, for example for viruses. A text that it returns completes the sentence
   * "The file …", and the file is refused with it. What it throws is thrown by `put`.
   */
  readonly scan?: (file: ScannedFile) => MaybePromise<string | undefined>
}

/** A file that does not count yet. */
export interface ScannedFile {
  /** Its media type, by its content. */
  readonly type: string
  readonly sizeBytes: number
  /** Streams its content, as often as it is called. */
  readonly read: ReadFile
}

/** What can be stored: an uploaded file, bytes, or a stream of bytes. */
export type FileContent = UploadedFile | Uint8Array | AsyncIterable<Uint8Array>

/** What is said about a file that is stored. */
export interface PutOptions {
  /**
   * The type that it claims to be. It counts only for text, whose bytes do not tell its kind, and only if
   * the disk's `types` list it by its full name. Default: what the client claims for an uploaded file.
   */
  readonly type?: string
}

/** A file that was stored. */
export interface KeptFile {
  readonly key: string
  /** Its media type, by its content. */
  readonly type: string
  readonly sizeBytes: number
}

/** How a file is sent. */
export interface SendFileOptions<VariantName extends string = never> {
  /** The name of a variant. Until it is made, and of other files than pictures, the file itself. */
  readonly variant?: VariantName
  /** The name to save the file under; the browser then downloads it instead of displaying it. */
  readonly download?: string
}

/** Options of a signed URL. */
export interface SignedUrlOptions<
  VariantName extends string = never,
> extends SendFileOptions<VariantName> {
  /** Default `5m`. */
  readonly expires?: Duration
}

/** What a browser wants to upload directly, as it says. */
export interface UploadRequest {
  readonly type: string
  readonly sizeBytes: number
  /** How long the URL can be used. Default `10m`. */
  readonly expires?: Duration
}

/** Where and how a browser uploads one file directly. */
export interface DirectUpload {
  readonly url: string
  readonly method: 'PUT'
  readonly headers: { readonly 'content-type': string }
  /** Sent back when the upload is done, for `accept`. Nobody can make or change one. */
  readonly ticket: string
}

/**
 * Files of one kind, such as avatars. Every file has a key, which the disk makes and a row keeps.
 *
 * Inside a transaction, what is stored is removed if it is rolled back.
 */
export class Disk<VariantName extends string = never> {
  readonly name: string
  readonly types: readonly string[]
  /** The largest file; `Infinity` without a limit. */
  readonly maxSizeBytes: number
  /** The columns that hold keys of this disk, by their place. */
  readonly #columns = new Map<string, FileColumn>()
  /** The variants by name. */
  readonly #variants: ReadonlyMap<string, Variant>
  readonly #maxPixels: number | undefined
  readonly #scan: DiskOptions['scan']

  constructor(name: string, options: DiskOptions<VariantName>) {
    const { types = [], variants = {}, scan } = options
    assertDisk(name, types)
    this.name = name
    this.types = types
    this.#variants = toVariants(name, variants)
    this.#scan = scan
    const { maxPixels = this.hasVariants ? 50_000_000 : undefined } = options
    const { maxSize = maxPixels === undefined ? undefined : '20mb' } = options
    assertPixels(name, maxPixels)
    this.#maxPixels = maxPixels
    this.maxSizeBytes = maxSize === undefined ? Infinity : toBytes(maxSize, 'maxSize')
  }

  get hasVariants(): boolean {
    return this.#variants.size > 0
  }

  /** Whether a name ends as those of the variants that are made now. */
  isVariant(name: string): boolean {
    return [...this.#variants.values()].some(({ suffix }) => name.endsWith(`.${suffix}`))
  }

  /**
   * Stores a file and returns its key; `store` also returns its type and size.
   *
   * The first bytes decide its type. Throws `ValidationFailed` (422), under the name of the form's field, for
   * a type that the disk does not accept and for a file that is too large, before it is stored whole.
   */
  async put(content: FileContent, options: PutOptions = {}): Promise<string> {
    return (await this.store(content, options)).key
  }

  /**
   * Stores a file as `put` does, and returns its key with the type and size that were found.
   *
   * Keep these with the record, instead of the `type` of an uploaded file, which its client claims.
   */
  async store(content: FileContent, options: PutOptions = {}): Promise<KeptFile> {
    const { source, field, claimed } = toSource(content, options)
    const { start, content: pieces, stop } = await readStart(source)
    try {
      if (start.length === 0) throw refused(field, 'must not be empty')
      const { type, extension } = await this.#inspect(field, start, claimed)
      const key = createKey(extension)
      const limited = new LimitedContent(pieces, this.maxSizeBytes, () => this.#tooLarge(field))
      const store = await currentStore()
      findInnermostTransaction()?.afterRollback(() => this.#remove(key))
      const isChecked = this.#scan !== undefined || this.#isPicture(type)
      const path = isChecked ? toIncomingPath(this.name, uuidV7()) : toStoredPath(this.name, key)
      const write = store.write(path, limited, type)
      await this.#watch('write', write, () => !limited.hasFailed)
      if (isChecked) {
        const sizeBytes = limited.bytes
        const adopt = store.adopt(path, async (_start, _size, read) => {
          await this.#check({ type, sizeBytes, read }, field)
          return { path: toStoredPath(this.name, key), type, sizeBytes }
        })
        await this.#watch('adopt', adopt)
      }
      await this.#queueVariants(key, type)
      return { key, type, sizeBytes: limited.bytes }
    } finally {
      await stop()
    }
  }

  /**
   * Answers with a file: from a folder with ranges and conditional requests, from a bucket by a redirect
   * to a signed URL. 404 if there is no such file. Only images, video, audio, PDF and plain text are
   * shown; everything else is a download, because it could run scripts as your application.
   */
  async send(key: string, options: SendFileOptions<VariantName> = {}): Promise<Reply> {
    const path = await this.#toSentPath(key, options)
    return this.#use('send', (store) => store.send(path, toOffer(path, options)))
  }

  /** Returns a URL under which anyone can read the file until it expires. */
  async url(
    key: string,
    { expires = '5m', ...options }: SignedUrlOptions<VariantName> = {},
  ): Promise<string> {
    const expiresMs = toMs(expires, 'expires')
    const path = await this.#toSentPath(key, options)
    return this.#use('sign', (store) => store.signDownload(path, toOffer(path, options), expiresMs))
  }

  /** Streams a file. Throws `NotFound` if there is none. */
  async read(key: string): Promise<ReadableStream<Uint8Array>> {
    const stream = await this.#use('read', (store) => store.read(this.#toPath(key)))
    if (stream === undefined) throw new NotFound()
    return stream
  }

  /** Returns size and age of a file; `null` if there is none. */
  async find(key: string): Promise<StoredFile | null> {
    if (!isKey(key)) return null
    return (await this.#use('find', (store) => store.find(this.#toPath(key)))) ?? null
  }

  /** Deletes a file and its variants, if it exists, at once: put it into `afterCommit` inside a transaction. */
  async delete(key: string): Promise<void> {
    const paths = [...this.#variants.values()].map((each) => toVariantPath(this.name, key, each))
    for (const path of [this.#toPath(key), ...paths]) {
      await this.#use('delete', (store) => store.delete(path))
    }
  }

  /**
   * Lets a browser send one file straight to the store. The URL is good for this type and size only.
   *
   * The upload counts for nothing until `accept` has looked at it. Throws `ValidationFailed` (422) for a type
   * or a size that the disk does not accept.
   */
  async uploadUrl({ type, sizeBytes, expires = '10m' }: UploadRequest): Promise<DirectUpload> {
    const isType = /^[\w.+-]+\/[\w.+-]+$/.test(type)
    if (!isType || !this.#accepts(type)) throw this.#wrongType('file')
    if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 1)
      throw refused('file', 'must not be empty')
    if (sizeBytes > this.maxSizeBytes) throw this.#tooLarge('file')

    const id = uuidV7()
    const path = toIncomingPath(this.name, id)
    const expiresMs = toMs(expires, 'expires')
    const url = await this.#use('sign', (store) =>
      store.signUpload(path, { type, sizeBytes }, expiresMs),
    )
    const ticket = seal(this.#ticketPurpose, { id, type }, { expires: '1d' })
    return { url, method: 'PUT', headers: { 'content-type': type }, ticket }
  }

  /**
   * Stores what was uploaded directly and returns its key; `storeUpload` also returns its type and size.
   *
   * Checks it as `put` does, and removes it if it is not what it claimed to be. Throws `ValidationFailed` (422)
   * if nothing was uploaded with this ticket.
   */
  async accept(ticket: string): Promise<string> {
    return (await this.storeUpload(ticket)).key
  }

  /**
   * Stores what was uploaded directly as `accept` does, and returns its key with the type and size that were
   * found. Keep these with the record, instead of what the client has said.
   */
  async storeUpload(ticket: string): Promise<KeptFile> {
    const opened = open(this.#ticketPurpose, ticket)
    if (opened === undefined) throw notUploaded()
    // Sound: only `uploadUrl` seals for this purpose.
    const { id, type: claimed } = opened as { readonly id: string; readonly type: string }

    const adopted = await this.#use('adopt', (store) =>
      store.adopt(toIncomingPath(this.name, id), (start, sizeBytes, read) =>
        this.#adopt(start, { sizeBytes, read }, claimed),
      ),
    )
    if (adopted === undefined) throw notUploaded()
    const { path, type, sizeBytes } = adopted
    const key = path.slice(this.name.length + 1)
    findInnermostTransaction()?.afterRollback(() => this.#remove(key))
    await this.#queueVariants(key, type)
    return { key, type, sizeBytes }
  }

  /** Called by `c.file(disk)` of each model. */
  keepFor(column: FileColumn): void {
    const { database = '', table, column: name } = column
    this.#columns.set(`${database} ${table} ${name}`, column)
  }

  /**
   * Deletes those files that no row of any model refers to any more. Never throws: a failure is logged.
   */
  async discard(keys: readonly string[]): Promise<void> {
    try {
      const used = await findUsedKeys(this.#columns.values(), keys)
      for (const key of keys) if (!used.has(key)) await this.#remove(key)
    } catch (error) {
      for (const key of keys) this.#warn(key, error)
    }
  }

  /** Lists the files of this disk. */
  async *list(): AsyncIterable<ListedFile> {
    const store = await currentStore()
    try {
      yield* store.list(this.name)
    } catch (error) {
      this.#tell('list', error)
      throw error
    }
  }

  async #use<Result>(
    operation: StorageOperation,
    work: (store: FileStore) => Promise<Result>,
  ): Promise<Result> {
    const store = await currentStore()
    return this.#watch(operation, work(store))
  }

  /** Tells if the store fails, and not what was given to it. */
  async #watch<Result>(
    operation: StorageOperation,
    work: Promise<Result>,
    isOfStore: () => boolean = () => true,
  ): Promise<Result> {
    try {
      return await work
    } catch (error) {
      if (isOfStore()) this.#tell(operation, error)
      throw error
    }
  }

  #tell(operation: StorageOperation, error: unknown): void {
    const isOfClient = error instanceof HttpError && error.status < 500
    if (!isOfClient && storageFailures.isHeard) {
      storageFailures.tell({ disk: this.name, operation })
    }
  }

  async #remove(key: string): Promise<void> {
    try {
      await this.delete(key)
    } catch (error) {
      this.#warn(key, error)
    }
  }

  #warn(key: string, error: unknown): void {
    const fields = { disk: this.name, key, error }
    logContexts.current.log.warn('A file could not be deleted; "storage:sweep" will', fields)
  }

  get #ticketPurpose(): string {
    return `storage ticket ${this.name}`
  }

  async #adopt(
    start: Uint8Array,
    { sizeBytes, read }: Omit<ScannedFile, 'type'>,
    claimed: string,
  ): Promise<AdoptedFile> {
    if (sizeBytes > this.maxSizeBytes) throw this.#tooLarge('file')
    const { type, extension } = await this.#inspect('file', start, claimed)
    await this.#check({ type, sizeBytes, read }, 'file')
    return { path: toStoredPath(this.name, createKey(extension)), type, sizeBytes }
  }

  async #inspect(field: string, start: Uint8Array, claimed: string) {
    const found = await findContentType(start, claimed, this.types)
    if (!this.#accepts(found.type)) throw this.#wrongType(field)
    return found
  }

  /** Looks at a whole file that does not count yet. */
  async #check(file: ScannedFile, field: string): Promise<void> {
    const reason = (await this.#examine(file)) ?? (await this.#scan?.(file))
    if (reason !== undefined) throw refused(field, reason)
  }

  async #examine({ type, read }: ScannedFile): Promise<string | undefined> {
    if (this.#maxPixels === undefined || !this.#isPicture(type)) return undefined
    const { examinePicture } = await import('./pictures/examine-picture.ts')
    const bytes = await new Response(await read()).arrayBuffer()
    return examinePicture(new Uint8Array(bytes), this.#maxPixels)
  }

  #isPicture(type: string): boolean {
    return this.#maxPixels !== undefined && pictureTypes.has(type)
  }

  async #queueVariants(key: string, type: string): Promise<void> {
    if (!this.hasVariants || !pictureTypes.has(type)) return
    const queue = variantQueues.get()
    const [variants, maxPixels] = [[...this.#variants.values()], this.#maxPixels ?? 0]
    await queue?.({ disk: this.name, key, variants, maxPixels })
  }

  /** The path of a file, or of its variant if that has been made; otherwise it is made for the next time. */
  async #toSentPath(key: string, { variant: name }: SendFileOptions<VariantName>): Promise<string> {
    const path = this.#toPath(key)
    if (name === undefined) return path
    const variant = this.#variants.get(name)
    if (variant === undefined) throw variantError(this.name, name)
    const type = pictureExtensions.get(toExtension(key))
    if (type === undefined) return path
    const made = toVariantPath(this.name, key, variant)
    if ((await this.#use('find', (store) => store.find(made))) !== undefined) return made
    if ((await this.find(key)) !== null) await this.#queueVariants(key, type)
    return path
  }

  #accepts(type: string): boolean {
    return this.types.length === 0 || includesType(this.types, type)
  }

  #toPath(key: string): string {
    if (!isKey(key)) throw new NotFound()
    return toStoredPath(this.name, key)
  }

  #wrongType(field: string): ValidationFailed {
    return refused(field, `must be of the type ${this.types.join(' or ')}`)
  }

  #tooLarge(field: string): ValidationFailed {
    return refused(field, `must not be larger than ${toSizeText(this.maxSizeBytes)}`)
  }
}

/**
 * Declares a disk: `disk('avatars', { types: ['image/*'], maxSize: '5mb' })`.
 *
 * It stores where `STORAGE_URL` says. Throws `E_DISK` for a malformed name or type, `E_DISK_VARIANT`, and `E_SIZE`.
 */
export function disk<const VariantName extends string = never>(
  name: string,
  options: DiskOptions<VariantName> = {},
): Disk<VariantName> {
  return new Disk(name, options)
}

function assertDisk(name: string, types: readonly string[]): void {
  const areTypes = types.every((type) => /^[a-z]+\/(?:\*|[a-z0-9.+-]+)$/.test(type))
  if (isDiskName(name) && areTypes) return
  throw new SetupError(
    'E_DISK',
    `disk("${name}", { types: [${types.map((type) => `"${type}"`).join(', ')}] }) is not possible. Name it with lower-case letters, digits and hyphens, not "incoming", and write types such as "image/*" or "application/pdf".`,
  )
}

interface Source {
  readonly source: AsyncIterable<Uint8Array>
  readonly field: string
  readonly claimed: string
}

function toSource(content: FileContent, { type }: PutOptions): Source {
  const named = { field: 'file', claimed: type ?? '' }
  if (content instanceof UploadedFile) {
    return { source: content.stream(), field: content.key, claimed: type ?? content.type }
  }
  return { source: content instanceof Uint8Array ? only(content) : content, ...named }
}

async function* only(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

function toOffer(path: string, { download }: Pick<SendFileOptions, 'download'>): FileOffer {
  if (download !== undefined) return { disposition: toAttachment(download) }
  const extension = path.slice(path.lastIndexOf('.') + 1)
  return { disposition: shownExtensions.has(extension) ? undefined : 'attachment' }
}

/** What keys of pictures end with. */
const pictureExtensions: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['apng', 'image/apng'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['avif', 'image/avif'],
  ['tif', 'image/tiff'],
])

function assertPixels(disk: string, maxPixels: number | undefined): void {
  if (maxPixels === undefined || (Number.isSafeInteger(maxPixels) && maxPixels > 0)) return
  throw new SetupError(
    'E_DISK_VARIANT',
    `disk("${disk}"): maxPixels is ${maxPixels}. Write a whole number, such as 50_000_000.`,
  )
}

/** The compiler refuses this; here is what JavaScript or a cast has let through. */
function variantError(disk: string, variant: string): SetupError {
  return new SetupError(
    'E_DISK_VARIANT',
    `The disk "${disk}" has no variant "${variant}". Add it to its variants.`,
  )
}

function refused(field: string, reason: string): ValidationFailed {
  return new ValidationFailed({ [field]: `The ${toLabel(field)} ${reason}` })
}

/** The name of a field in a message: its last part that is a word, so `files.0` is "files". */
function toLabel(field: string): string {
  const words = field.split('.').filter((part) => !/^\d+$/.test(part))
  return (words.at(-1) ?? field).replaceAll('_', ' ')
}

function notUploaded(): ValidationFailed {
  return refused('file', 'was not uploaded; try again')
}
