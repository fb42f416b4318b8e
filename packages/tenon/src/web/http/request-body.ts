import { rm } from 'node:fs/promises'
import type { BodyLimits } from '../body/body-limits.ts'
import { readJson } from '../body/json.ts'
import { readMediaType, type MediaType } from '../body/media-type.ts'
import { readMultipart, type MultipartForm } from '../body/multipart.ts'
import type { UploadedFile } from '../body/uploaded-file.ts'
import { readUrlencoded } from '../body/urlencoded.ts'
import { decodeUtf8 } from '../body/utf8.ts'
import { PayloadTooLarge, UnsupportedMediaType } from '../support/http-error.ts'
import { SetupError } from '../support/setup-error.ts'
import type { Exchange } from './exchange.ts'

/**
 * The body of a request, read once, when it is first asked for; what was read, or why it could not
 * be, is kept. Every method throws `PayloadTooLarge` (413) at a limit, `UnsupportedMediaType` (415)
 * for another media type, character set or a `Content-Encoding`, `BadRequest` (400) for the rest.
 */
export class RequestBody {
  readonly #exchange: Exchange
  readonly #limits: BodyLimits
  #bytes: Promise<Uint8Array> | undefined
  #json: Promise<unknown> | undefined
  #form: Promise<MultipartForm> | undefined
  #streamedBy: 'form' | 'pieces' | undefined

  constructor(exchange: Exchange, limits: BodyLimits) {
    this.#exchange = exchange
    this.#limits = limits
  }

  /** The value of a JSON body. */
  json(): Promise<unknown> {
    return (this.#json ??= this.#readJson())
  }

  /**
   * The fields of a form, urlencoded or multipart: bracketed names nest, a file is an
   * `UploadedFile`, every other value is text.
   */
  async form(): Promise<Record<string, unknown>> {
    return (await this.#readForm()).fields
  }

  /** The first file that a multipart form has under `name`. */
  async file(name: string): Promise<UploadedFile | undefined> {
    const files = await this.files()
    return files.find((file) => file.field === name)
  }

  /** All files of a multipart form, in the order they came. */
  async files(): Promise<readonly UploadedFile[]> {
    return (await this.#readForm()).files
  }

  /** The body as text: UTF-8, of any media type. */
  async text(): Promise<string> {
    this.#mediaType()
    return decodeUtf8(await this.bytes())
  }

  /**
   * The body as it came. Throws `E_BODY_STREAMED` when its pieces were read before, and
   * `UnsupportedMediaType` when it was a multipart form that `form()` has read.
   */
  bytes(): Promise<Uint8Array> {
    return (this.#bytes ??= this.#readBytes())
  }

  /**
   * The input in whatever form it came, to be validated: the value of a JSON body, or the fields of
   * a form. A request without a body has no fields.
   */
  input(): Promise<unknown> {
    try {
      const kind = this.#mediaType()?.kind
      if (kind === 'json') return this.json()
      if (kind === 'urlencoded' || kind === 'multipart') return this.form()
      return this.bytes().then(toNothing)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /**
   * The body piece by piece, `UPLOAD_LIMIT` bytes at most. Nothing is read before the first piece is
   * asked for; what has been read as a whole by then is given from memory. Throws as `bytes()` does.
   */
  async *pieces(): AsyncIterable<Uint8Array> {
    if (this.#bytes !== undefined) {
      yield await this.#bytes
      return
    }
    let bytes = 0
    for await (const piece of this.#stream('pieces')) {
      bytes += piece.length
      if (bytes > this.#limits.uploadBytes) throw new PayloadTooLarge()
      yield piece
    }
  }

  // Neither this nor `input` is async: it would wrap a promise that is there in two more.
  #readBytes(): Promise<Uint8Array> {
    if (this.#streamedBy !== undefined) return Promise.reject(toStreamedError(this.#streamedBy))
    try {
      this.#assertPlain()
      return this.#exchange.readBody(this.#limits.bodyBytes)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async #readJson(): Promise<unknown> {
    if (this.#mediaType()?.kind !== 'json') {
      throw new UnsupportedMediaType('The body must be application/json')
    }
    return readJson(await this.bytes(), this.#limits.depth)
  }

  #readForm(): Promise<MultipartForm> {
    return (this.#form ??= this.#readFormByType())
  }

  async #readFormByType(): Promise<MultipartForm> {
    const type = this.#mediaType()
    if (type?.kind === 'urlencoded') {
      return { fields: readUrlencoded(await this.bytes(), this.#limits), files: [] }
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

  #stream(reader: 'form' | 'pieces'): AsyncIterable<Uint8Array> {
    if (this.#streamedBy !== undefined) throw toStreamedError(this.#streamedBy)
    if (Number(this.#exchange.headers['content-length']) > this.#limits.uploadBytes) {
      throw new PayloadTooLarge()
    }
    this.#streamedBy = reader
    return this.#exchange.streamBody()
  }

  #mediaType(): MediaType | undefined {
    const header = this.#exchange.headers['content-type']
    return readMediaType(typeof header === 'string' ? header : header?.join(', '))
  }

  #assertPlain(): void {
    if (this.#exchange.headers['content-encoding'] === undefined) return
    throw new UnsupportedMediaType('A Content-Encoding is not accepted here')
  }
}

/** A body of no media type has to be empty. */
function toNothing(bytes: Uint8Array): object {
  if (bytes.length > 0) throw new UnsupportedMediaType()
  return Object.create(null)
}

/**
 * A multipart form may have been read for its field `_method` before any handler ran: that it came
 * where bytes are wanted is the client's doing.
 */
function toStreamedError(reader: 'form' | 'pieces'): Error {
  if (reader === 'form') return new UnsupportedMediaType('A multipart form is not accepted here')
  return new SetupError(
    'E_BODY_STREAMED',
    'The body was read piece by piece, through web(), and is gone. Read it in one way only.',
  )
}

async function removeAll(paths: readonly string[]): Promise<void> {
  // What cannot be removed stays: there is nobody left to tell, and a rejection would end the process.
  await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
}
