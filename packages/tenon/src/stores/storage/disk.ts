import { open, seal } from '../../base/keys/keys.ts'
import { storageFailures, type StorageOperation } from '../../base/log/channels.ts'
import { logContexts } from '../../base/log/log-context.ts'
import { NotFound, ServiceUnavailable } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { FileColumn } from '../../data/columns/column.ts'
import { uuidV7 } from '../../data/columns/uuid.ts'
import { findInnermostTransaction } from '../../data/database/current-database.ts'
import { UploadedFile } from '../../web/body/uploaded-file.ts'
import { toAttachment } from '../../web/http/file.ts'
import type { Reply } from '../../web/http/reply.ts'
import { shownExtensions } from './content-type.ts'
import { currentStore } from './current-storage.ts'
import type {
  DirectUpload,
  DiskOptions,
  FileContent,
  KeptFile,
  PutOptions,
  ScannedFile,
  SendFileOptions,
  SignedUrlOptions,
  UploadRequest,
} from './disk-options.ts'
import { DiskRules, notUploaded } from './disk-rules.ts'
import { createKey, isKey, toExtension, toIncomingPath, toStoredPath } from './file-key.ts'
import { isOfClient, type AdoptedFile, type DiskBackend, type FileOffer } from './disk-backend.ts'
import type { ListedFile, StoredFile } from './file-store.ts'
import { LimitedContent, readStart } from './inspected-content.ts'
import { pictureTypes, toVariantPath, toVariants, type Variant } from './pictures/variant.ts'
import { variantQueues } from './pictures/variant-queue.ts'
import { toDownloadName } from './served/download-name.ts'
import { ticketDelayMs, toLifetimeMs } from './url-lifetime.ts'
import { findUsedKeys } from './used-keys.ts'

/**
 * Files of one kind, such as avatars. The disk makes a key for every file, and you store the key in a row.
 *
 * Inside a transaction, a rollback also removes the files that were stored in it.
 */
export class Disk<VariantName extends string = never> {
  readonly name: string
  readonly #rules: DiskRules
  /** The columns that hold keys of this disk, by database, table and column. */
  readonly #columns = new Map<string, FileColumn>()
  /** The variants by name. */
  readonly #variants: ReadonlyMap<string, Variant>

  constructor(name: string, options: DiskOptions<VariantName>) {
    this.name = name
    this.#rules = new DiskRules(name, options)
    this.#variants = toVariants(name, options.variants ?? {})
  }

  get types(): readonly string[] {
    return this.#rules.types
  }

  /** The largest file; `Infinity` without a limit. */
  get maxSizeBytes(): number {
    return this.#rules.maxSizeBytes
  }

  get hasVariants(): boolean {
    return this.#variants.size > 0
  }

  /** Whether the disk checks pictures before it accepts them. That needs `sharp`. */
  get examinesPictures(): boolean {
    return this.#rules.maxPixels !== undefined
  }

  /** Whether a file name has the suffix of a declared variant. */
  isVariant(name: string): boolean {
    return [...this.#variants.values()].some(({ suffix }) => name.endsWith(`.${suffix}`))
  }

  /**
   * Stores a file and returns its key; `store` also returns its type and size.
   *
   * The first bytes decide its type. Throws `ValidationFailed` (422), under the name of the form's field, for a type
   * that the disk does not accept and for a file that is too large. Stops reading a file that is too large.
   */
  async put(content: FileContent, options: PutOptions = {}): Promise<string> {
    return (await this.store(content, options)).key
  }

  /**
   * Stores a file as `put` does, and returns its key, type and size.
   *
   * Store these in your record. Do not use the `type` of an uploaded file: the client claims it.
   */
  async store(content: FileContent, options: PutOptions = {}): Promise<KeptFile> {
    const { source, field, claimed } = toSource(content, options)
    const { start, content: pieces, stop } = await readStart(source)
    try {
      const { type, extension } = await this.#rules.inspect(field, start, claimed)
      const key = createKey(extension)
      const limited = new LimitedContent(pieces, this.maxSizeBytes, () =>
        this.#rules.tooLarge(field),
      )
      const store = await currentStore()
      findInnermostTransaction()?.afterRollback(() => this.#remove(key))
      const isChecked = this.#rules.looksInto(type)
      const path = isChecked ? toIncomingPath(this.name, uuidV7()) : toStoredPath(this.name, key)
      const write = store.write(path, limited, type)
      await this.#watch('write', write, () => !limited.hasFailed)
      if (isChecked) {
        const sizeBytes = limited.bytes
        const adopt = store.adopt(path, async (_start, _size, read) => {
          await this.#rules.check({ type, sizeBytes, read }, field)
          return { path: toStoredPath(this.name, key), type, sizeBytes }
        })
        try {
          await this.#watch('adopt', unlessLost(adopt))
        } catch (error) {
          // No ticket exists for another try.
          await store.delete(path).catch(() => {})
          throw error
        }
      }
      await this.#queueVariants(key, type)
      return { key, type, sizeBytes: limited.bytes }
    } finally {
      await stop()
    }
  }

  /**
   * Answers with a file: from a folder with ranges and conditional requests, from a bucket with a redirect to a signed
   * URL. Answers 404 if the file does not exist. The browser displays only images, video, audio, PDF and plain text.
   * Everything else is a download, because it could run scripts as your application. If the disk lists `types`, a
   * download cannot get the name of a program: a text named `invoice.pdf.hta` becomes `invoice.pdf.hta.txt`. Throws
   * `E_DISK_VARIANT` for an unknown variant.
   */
  async send(key: string, options: SendFileOptions<VariantName> = {}): Promise<Reply> {
    const path = await this.#toSentPath(key, options)
    return this.#use('send', (store) => store.send(path, this.#toOffer(key, path, options)))
  }

  /** Returns a URL by which anyone can read the file until it expires. Throws `E_DISK_EXPIRES` for more than 7 days. */
  async url(
    key: string,
    { expires = '5m', ...options }: SignedUrlOptions<VariantName> = {},
  ): Promise<string> {
    const expiresMs = toLifetimeMs(expires)
    const path = await this.#toSentPath(key, options)
    return this.#use('sign', (store) =>
      store.signDownload(path, this.#toOffer(key, path, options), expiresMs),
    )
  }

  /** Streams a file. Throws `NotFound` if it does not exist. */
  async read(key: string): Promise<ReadableStream<Uint8Array>> {
    const stream = await this.#use('read', (store) => store.read(this.#toPath(key)))
    if (stream === undefined) throw new NotFound()
    return stream
  }

  /** Returns size and age of a file; `null` if it does not exist. */
  async find(key: string): Promise<StoredFile | null> {
    if (!isKey(key)) return null
    return (await this.#use('find', (store) => store.find(this.#toPath(key)))) ?? null
  }

  /**
   * Deletes a file and its variants, if they exist. Not undone by a rollback: inside a transaction, call it in
   * `afterCommit`.
   */
  async delete(key: string): Promise<void> {
    const paths = [...this.#variants.values()].map((each) => toVariantPath(this.name, key, each))
    for (const path of [this.#toPath(key), ...paths]) {
      await this.#use('delete', (store) => store.delete(path))
    }
  }

  /**
   * Lets a browser upload one file directly to the store. The URL works only for this type and size.
   *
   * Call `accept` to check and store the upload. Throws `ValidationFailed` (422) for a type or a size that the disk
   * does not accept, and `E_DISK_EXPIRES` for more than 7 days.
   */
  async uploadUrl(offer: UploadRequest): Promise<DirectUpload> {
    const { type, sizeBytes, expires = '10m' } = offer
    this.#rules.assertOffer(offer)
    const id = uuidV7()
    const path = toIncomingPath(this.name, id)
    const expiresMs = toLifetimeMs(expires)
    const url = await this.#use('sign', (store) =>
      store.signUpload(path, { type, sizeBytes }, expiresMs),
    )
    const ticketMs = expiresMs + ticketDelayMs
    const ticket = seal(this.#ticketPurpose, { id, type }, { expires: `${BigInt(ticketMs)}ms` })
    return { url, method: 'PUT', headers: { 'content-type': type }, ticket }
  }

  /**
   * Stores a direct upload and returns its key; `storeUpload` also returns its type and size.
   *
   * Checks the file as `put` does, and removes it if the disk does not accept it. Throws `ValidationFailed` (422) if
   * the ticket is not valid or nothing was uploaded with it.
   */
  async accept(ticket: string): Promise<string> {
    return (await this.storeUpload(ticket)).key
  }

  /**
   * Stores a direct upload as `accept` does, and returns its key, type and size. Store these in your record, instead of
   * the type and size that the client has announced.
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

  /** Registers a column. `c.file(disk)` of each model calls it. */
  keepFor(column: FileColumn): void {
    const { database = '', table, column: name } = column
    this.#columns.set(`${database} ${table} ${name}`, column)
  }

  /** Deletes those of the files that no row of any model refers to. Never throws: it logs failures. */
  async discard(keys: readonly string[]): Promise<void> {
    try {
      const used = await findUsedKeys(this.#columns.values(), keys)
      for (const key of keys) if (!used.has(key)) await this.#remove(key)
    } catch (error) {
      for (const key of keys) this.#warn(key, error)
    }
  }

  /** Lists the files of this disk, with their keys as names. Omits other files in its folder. */
  async *list(): AsyncIterable<ListedFile> {
    const store = await currentStore()
    try {
      for await (const file of store.list(this.name)) if (isKey(file.name)) yield file
    } catch (error) {
      this.#tell('list', error)
      throw error
    }
  }

  async #use<Result>(
    operation: StorageOperation,
    work: (store: DiskBackend) => Promise<Result>,
  ): Promise<Result> {
    const store = await currentStore()
    return this.#watch(operation, work(store))
  }

  /** Reports failures of the store, but not errors in the given content. */
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
    if (!isOfClient(error) && storageFailures.isHeard) {
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
    this.#rules.assertSize(sizeBytes, 'file')
    const { type, extension } = await this.#rules.inspect('file', start, claimed)
    await this.#rules.check({ type, sizeBytes, read }, 'file')
    return { path: toStoredPath(this.name, createKey(extension)), type, sizeBytes }
  }

  async #queueVariants(key: string, type: string): Promise<void> {
    if (!this.hasVariants || !pictureTypes.has(type)) return
    const queue = variantQueues.get()
    const [variants, maxPixels] = [[...this.#variants.values()], this.#rules.maxPixels ?? 0]
    await queue?.({ disk: this.name, key, variants, maxPixels })
  }

  #toOffer(key: string, path: string, { download }: SendFileOptions<VariantName>): FileOffer {
    if (download !== undefined) {
      const name = this.#rules.types.length === 0 ? download : toDownloadName(download, key)
      return { disposition: toAttachment(name) }
    }
    const extension = path.slice(path.lastIndexOf('.') + 1)
    return { disposition: shownExtensions.has(extension) ? undefined : 'attachment' }
  }

  /**
   * The path of a file, or of its variant. If the variant does not exist, queues it and returns the path of the file.
   */
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

  #toPath(key: string): string {
    if (!isKey(key)) throw new NotFound()
    return toStoredPath(this.name, key)
  }
}

/**
 * Declares a disk: `disk('avatars', { types: ['image/*'], maxSize: '5mb' })`.
 *
 * It stores files where `STORAGE_URL` says. Throws `E_DISK` for a malformed name or type, `E_DISK_VARIANT` for
 * malformed `variants` or `maxPixels`, and `E_SIZE` for a malformed `maxSize`.
 */
export function disk<const VariantName extends string = never>(
  name: string,
  options: DiskOptions<VariantName> = {},
): Disk<VariantName> {
  return new Disk(name, options)
}

/** Otherwise a row would refer to a file that does not exist. */
async function unlessLost(adopting: Promise<AdoptedFile | undefined>): Promise<void> {
  if ((await adopting) !== undefined) return
  const cause = new Error('The store no longer has a file that it has just accepted.')
  throw new ServiceUnavailable('The store of files is unavailable. Try again soon.', { cause })
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

/** The types of pictures, by the extensions of their keys. */
const pictureExtensions: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['apng', 'image/apng'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['avif', 'image/avif'],
  ['tif', 'image/tiff'],
])

/** The compiler catches this mistake, except in JavaScript and after a cast. */
function variantError(disk: string, variant: string): SetupError {
  return new SetupError(
    'E_DISK_VARIANT',
    `The disk "${disk}" has no variant "${variant}". Add it to its variants.`,
  )
}
