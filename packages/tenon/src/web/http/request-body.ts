import { rm } from 'node:fs/promises'
import { type BodyLimits, limitsOf } from '../body/body-limits.ts'
import { BodyStart } from '../body/body-start.ts'
import { findTextField } from '../body/find-text-field.ts'
import { readJson } from '../body/json.ts'
import { readMediaType, type MediaType, decodeUtf8 } from '../body/media-type.ts'
import { readMultipart, type MultipartForm } from '../body/multipart.ts'
import type { FieldTypes } from '../body/fields/field-types.ts'
import { toTypedFields } from '../body/fields/typed-fields.ts'
import type { UploadedFile } from '../body/uploaded-file.ts'
import { readUrlencoded } from '../body/urlencoded.ts'
import { PayloadTooLarge, UnsupportedMediaType } from '../../base/support/http-error.ts'
import { isPromise, type MaybePromise, whenReady } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { JoinedBytes } from '../../base/support/values/joined-bytes.ts'
import type { Exchange } from './exchange.ts'

/**
 * The body of a request. It is read once, on first access. The result is cached, and so is a failure.
 *
 * Every method throws `PayloadTooLarge` (413) when a limit is exceeded, `UnsupportedMediaType`
 * (415) for another media type, another character set or a `Content-Encoding`, and `BadRequest`
 * (400) for any other problem.
 */
export class RequestBody {
  readonly #exchange: Exchange
  #limits: BodyLimits
  #bytes: MaybePromise<Uint8Array> | undefined
  #json: MaybePromise<unknown>
  #form: MaybePromise<MultipartForm> | undefined
  #start: BodyStart | undefined
  #streamedBy: 'form' | 'pieces' | undefined

  constructor(exchange: Exchange, limits: BodyLimits) {
    this.#exchange = exchange
    this.#limits = limits
  }

  /** Whether it is a form of the kind in which files are sent. */
  get isMultipart(): boolean {
    return this.#mediaType()?.kind === 'multipart'
  }

  /** Replaces the limit of the application; it has no effect on a body that was already read. */
  limitTo(bytes: number): void {
    const inMemory = this.isMultipart ? Math.min(bytes, this.#limits.bodyBytes) : bytes
    this.#limits = limitsOf(inMemory, bytes)
  }

  /** Reads the value of a JSON body. */
  json(): Promise<unknown> {
    return promised(() => this.#readJson())
  }

  /**
   * Reads the fields of an urlencoded or multipart form. Bracketed names are nested, a file is an
   * `UploadedFile`, every other value is text.
   */
  async form(): Promise<Record<string, unknown>> {
    return (await this.#readForm()).fields
  }

  /**
   * Reads one field before the form itself is read. Only the first 64 KiB of a multipart form and the first
   * `BODY_LIMIT` bytes of an urlencoded form are searched; nothing is stored, and the form can still be read in any
   * way afterwards.
   */
  async peekField(name: string): Promise<unknown> {
    const type = this.#mediaType()
    const isRead = this.#form !== undefined || this.#bytes !== undefined
    if (!isRead && type?.kind === 'urlencoded') return this.#peekUrlencoded(name)
    if (!isRead && type?.boundary !== undefined) return this.#peekMultipart(name, type.boundary)
    return (await this.form())[name]
  }

  /** Returns the first uploaded file of the field `name`. */
  async file(name: string): Promise<UploadedFile | undefined> {
    const files = await this.files()
    return files.find((file) => file.field === name)
  }

  /** Returns all files of a multipart form, in the order they were sent. */
  async files(): Promise<readonly UploadedFile[]> {
    return (await this.#readForm()).files
  }

  /** Reads the body as UTF-8 text, whatever its media type. */
  async text(): Promise<string> {
    this.#mediaType()
    return decodeUtf8(await this.bytes())
  }

  /**
   * Reads the raw body. Throws `E_BODY_STREAMED` if it was already streamed, and
   * `UnsupportedMediaType` if it was a multipart form that `form()` has read.
   */
  bytes(): Promise<Uint8Array> {
    return promised(() => this.#readBytes())
  }

  /** Reads the input to validate: the value of a JSON body, or the fields of a form. A request without a body has no fields. */
  input(): Promise<unknown> {
    return promised(() => this.inputNow())
  }

  /**
   * Like `input()`, but without a promise if the body is in memory: each later step would need another promise, six in
   * all. If `typesOf` returns a schema, texts are converted to its types.
   */
  inputNow(typesOf?: () => FieldTypes | undefined): MaybePromise<unknown> {
    const sent = this.#readInput()
    if (sent === undefined) return whenReady(this.#readBytes(), toNothing)
    const types = typesOf?.()
    if (types === undefined) return sent
    return whenReady(sent, (fields) => toTypedFields(fields, types, this.#limits))
  }

  /** The fields of the input, if it was read as JSON or as a form and is an object. Reads nothing. */
  readFields(): MaybePromise<Readonly<Record<string, unknown>>> {
    const read = this.#form === undefined ? this.#json : whenReady(this.#form, toFields)
    // Input that could not be read has no fields.
    return isPromise(read) ? read.then(toRecord, () => ({})) : toRecord(read)
  }

  /**
   * Streams the body, up to `limitBytes`: by default `UPLOAD_LIMIT`. Reading starts with the first chunk
   * requested; a body that was already read as a whole comes from memory. Throws in the same cases as
   * `bytes()`.
   */
  async *pieces(limitBytes = this.#limits.uploadBytes): AsyncIterable<Uint8Array> {
    if (this.#bytes !== undefined) {
      yield await this.#bytes
      return
    }
    let bytes = 0
    for await (const piece of this.#stream('pieces', limitBytes)) {
      bytes += piece.length
      if (bytes > limitBytes) throw new PayloadTooLarge(undefined, { limitBytes })
      yield piece
    }
  }

  async #peekUrlencoded(name: string): Promise<unknown> {
    this.#assertPlain()
    const { bodyBytes } = this.#limits
    const start = await this.#peek(bodyBytes + 1)
    const isWhole = start.length <= bodyBytes
    return readUrlencoded(isWhole ? start : toWholePairs(start), this.#limits)[name]
  }

  async #peekMultipart(name: string, boundary: string): Promise<unknown> {
    return findTextField(await this.#peek(searchedBytes), boundary, name)
  }

  #peek(bytes: number): Promise<Uint8Array> {
    // No limit here: the limit of the form is known only when its method is.
    this.#assertUnread(Infinity)
    this.#start ??= new BodyStart(() => this.#exchange.streamBody())
    return this.#start.peek(bytes)
  }

  #readBytes(): MaybePromise<Uint8Array> {
    if (this.#bytes !== undefined) return this.#bytes
    if (this.#streamedBy !== undefined) throw toStreamedError(this.#streamedBy)
    this.#assertPlain()
    const limitBytes = this.#limits.bodyBytes
    this.#bytes =
      this.#start === undefined
        ? this.#exchange.readBody(limitBytes)
        : readAll(this.#start.read(), limitBytes)
    return this.#bytes
  }

  /** `undefined` for a media type that is neither JSON nor a form. */
  #readInput(): MaybePromise<unknown> {
    const kind = this.#mediaType()?.kind
    if (kind === 'json') return this.#readJson()
    if (kind === undefined || kind === 'other') return undefined
    return whenReady(this.#readForm(), ({ fields }) => fields)
  }

  #readJson(): MaybePromise<unknown> {
    if (this.#json !== undefined) return this.#json
    if (this.#mediaType()?.kind !== 'json') {
      throw new UnsupportedMediaType('The body must be application/json')
    }
    this.#json = whenReady(this.#readBytes(), (bytes) => readJson(bytes, this.#limits))
    return this.#json
  }

  #readForm(): MaybePromise<MultipartForm> {
    this.#form ??= this.#readFormByType()
    return this.#form
  }

  #readFormByType(): MaybePromise<MultipartForm> {
    const type = this.#mediaType()
    if (type?.kind === 'urlencoded') {
      return whenReady(this.#readBytes(), (bytes) => ({
        fields: readUrlencoded(bytes, this.#limits),
        files: [],
      }))
    }
    if (type?.boundary !== undefined) return this.#readMultipart(type.boundary)
    throw new UnsupportedMediaType('The body must be a form')
  }

  async #readMultipart(boundary: string): Promise<MultipartForm> {
    this.#assertPlain()
    const source = this.#bytes === undefined ? this.#stream('form') : [await this.#bytes]
    const paths: string[] = []
    try {
      return await readMultipart(source, boundary, this.#limits, (path) => paths.push(path))
    } finally {
      if (paths.length > 0) this.#exchange.onRelease(() => void removeAll(paths))
    }
  }

  #stream(
    reader: 'form' | 'pieces',
    limitBytes = this.#limits.uploadBytes,
  ): AsyncIterable<Uint8Array> {
    this.#assertUnread(limitBytes)
    this.#streamedBy = reader
    return this.#start?.read() ?? this.#exchange.streamBody()
  }

  #assertUnread(limitBytes = this.#limits.uploadBytes): void {
    if (this.#streamedBy !== undefined) throw toStreamedError(this.#streamedBy)
    if (Number(this.#exchange.header('content-length')) > limitBytes) {
      throw new PayloadTooLarge(undefined, { limitBytes })
    }
  }

  #mediaType(): MediaType | undefined {
    const header = this.#exchange.header('content-type')
    return readMediaType(typeof header === 'string' ? header : header?.join(', '))
  }

  #assertPlain(): void {
    if (this.#exchange.header('content-encoding') === undefined) return
    throw new UnsupportedMediaType('A Content-Encoding is not accepted here')
  }
}

/** How much of a multipart form is searched for a field. */
const searchedBytes = 64 * 1024

/** The start of an urlencoded form without its last pair, which may be incomplete. */
function toWholePairs(start: Uint8Array): Uint8Array {
  return start.subarray(0, Math.max(0, start.lastIndexOf(ampersand)))
}

const ampersand = '&'.charCodeAt(0)

function toFields({ fields }: MultipartForm): object {
  return fields
}

function toRecord(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? { ...input } : {}
}

/** Not an async function: that would wrap an existing promise in two more. */
function promised<Value>(read: () => MaybePromise<Value>): Promise<Value> {
  try {
    return Promise.resolve(read())
  } catch (error) {
    return Promise.reject(error)
  }
}

/** A body without a media type, or of one that nothing reads, must be empty. */
function toNothing(bytes: Uint8Array): object {
  if (bytes.length > 0) {
    throw new UnsupportedMediaType(
      'The body must be application/json or a form, and say so in Content-Type',
    )
  }
  return Object.create(null)
}

async function readAll(pieces: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Uint8Array> {
  const read = new JoinedBytes()
  for await (const piece of pieces) {
    read.add(piece)
    if (read.length > limitBytes) throw new PayloadTooLarge(undefined, { limitBytes })
  }
  return read.toBytes()
}

/** If a multipart form was sent where the raw bytes are needed, that is the client's mistake. */
function toStreamedError(reader: 'form' | 'pieces'): Error {
  if (reader === 'form') return new UnsupportedMediaType('A multipart form is not accepted here')
  return new SetupError(
    'E_BODY_STREAMED',
    'The body was already streamed through web() and cannot be read again. Read it in one way only.',
  )
}

async function removeAll(paths: readonly string[]): Promise<void> {
  // Ignores files that cannot be removed: there is nowhere to report it, and a rejection would end
  // the process.
  await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
}
