import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { BadRequest, PayloadTooLarge, ServiceUnavailable } from '../../base/support/http-error.ts'
import type { BodyLimits } from './body-limits.ts'
import { JoinedBytes } from '../../base/support/values/joined-bytes.ts'
import { isExhausted } from './exhausted.ts'
import { nestFields, type FormFields, type FormPair } from './form-fields.ts'
import { PartHeaders } from './part-headers.ts'
import { createTemporaryPath, UploadedFile, type SentFile } from './uploaded-file.ts'
import { decodeUtf8 } from './media-type.ts'

// busboy only splits the body into parts. Every part, even a text field, is read from it as a
// stream of bytes: busboy's own text fields decode any charset that a part declares, silently
// replace malformed bytes, and truncate long values.

/** A parsed multipart form: its nested fields, and its files in the order they were sent. */
export interface MultipartForm {
  readonly fields: FormFields
  readonly files: readonly UploadedFile[]
}

/**
 * Parses a multipart form as it arrives, storing files at temporary paths. Each path is passed to
 * `onFile` before the file is created. Throws `PayloadTooLarge` at the first limit exceeded and
 * `BadRequest` for a body that is malformed or ends early.
 */
export async function readMultipart(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  boundary: string,
  limits: BodyLimits,
  onFile: (path: string) => void,
): Promise<MultipartForm> {
  const reader = new MultipartReader(boundary, limits, onFile)
  const pairs = await reader.read(source)
  const files = pairs.map(([, value]) => value).filter((value) => value instanceof UploadedFile)
  return { fields: nestFields(pairs, limits.depth), files }
}

/** The arguments of busboy's event for a part. Its own types declare names that a part may lack. */
type SentPart = [
  field: string | undefined,
  stream: Readable,
  name: string | undefined,
  encoding: string,
  type: string,
]

class MultipartReader {
  readonly #parser: BusboyInstance
  readonly #headers: PartHeaders
  readonly #limits: BodyLimits
  readonly #onFile: (path: string) => void
  readonly #parts: Promise<FormPair | undefined>[] = []
  readonly #streams = new Set<Readable>()
  readonly #finished = Promise.withResolvers<void>()
  #rejectWrite: (error: unknown) => void = () => {}
  #failure: unknown
  #bodyBytes = 0
  #fieldBytes = 0
  #fields = 0
  #files = 0

  constructor(boundary: string, limits: BodyLimits, onFile: (path: string) => void) {
    this.#headers = new PartHeaders(boundary, limits.partHeaderBytes)
    this.#limits = limits
    this.#onFile = onFile
    this.#finished.promise.catch(() => {})
    this.#parser = new Busboy({
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      isPartAFile: () => true,
      preservePath: true,
      limits: {
        parts: limits.fields + limits.files,
        headerPairs: 16,
        headerSize: limits.partHeaderBytes * 2,
      },
    })
    this.#parser
      .on('file', (...part: SentPart) => this.#take(part))
      .on('partsLimit', () => this.#fail(new PayloadTooLarge('The form has too many parts')))
      .on('error', () => this.#fail(new BadRequest('The multipart body is malformed')))
      .on('finish', () => this.#finished.resolve())
  }

  async read(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<FormPair[]> {
    try {
      for await (const chunk of source) await this.#write(chunk)
      this.#parser.end()
      await this.#finished.promise
      // busboy drops a part without a header `Content-Disposition: form-data`, and one after a malformed delimiter.
      if (this.#headers.count !== this.#parts.length) throw noName()
      const pairs = await Promise.all(this.#parts)
      return pairs.filter((pair) => pair !== undefined)
    } catch (error) {
      this.#fail(error)
      await Promise.allSettled(this.#parts)
      throw this.#failure
    }
  }

  #write(chunk: Uint8Array): Promise<void> {
    this.#bodyBytes += chunk.length
    const limitBytes = this.#limits.uploadBytes
    if (this.#bodyBytes > limitBytes) throw new PayloadTooLarge(undefined, { limitBytes })
    this.#headers.take(chunk)

    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure)
      this.#rejectWrite = reject
      return this.#parser.write(chunk, () => resolve())
    })
  }

  /** Records the first failure and wakes everything that waits for the stopped parser. */
  #fail(error: unknown): void {
    if (this.#failure !== undefined) return
    this.#failure = error
    this.#rejectWrite(error)
    this.#finished.reject(error)
    for (const stream of this.#streams) stream.destroy()
  }

  #take(part: SentPart): void {
    const stream = part[1]
    // An 'error' event without a listener would end the process.
    stream.on('error', () => {})
    this.#streams.add(stream)
    const pair = this.#readPart(part)
    pair.catch((error: unknown) => this.#fail(error))
    this.#parts.push(pair)
  }

  async #readPart([field, stream, name, , type]: SentPart): Promise<FormPair | undefined> {
    try {
      if (field === undefined || field.includes('\ufffd')) {
        throw noName()
      }
      if (name === undefined) return [field, await this.#readField(stream)]
      const file = await this.#readFile(stream, { field, name, type })
      return file === undefined ? undefined : [field, file]
    } finally {
      stream.destroy()
      this.#streams.delete(stream)
    }
  }

  async #readField(stream: Readable): Promise<string> {
    if (++this.#fields > this.#limits.fields) throw new PayloadTooLarge('Too many fields')
    const text = new JoinedBytes()
    const limitBytes = this.#limits.bodyBytes
    for await (const chunk of stream) {
      this.#fieldBytes += chunk.length
      if (this.#fieldBytes > limitBytes) throw new PayloadTooLarge(undefined, { limitBytes })
      text.add(chunk)
    }
    return decodeUtf8(text.toBytes())
  }

  async #readFile(stream: Readable, sent: SentFile): Promise<UploadedFile | undefined> {
    // An empty file input sends a part without name and content; that is not a file.
    if (sent.name === '' && (await isEmpty(stream))) return undefined
    if (++this.#files > this.#limits.files) throw new PayloadTooLarge('Too many files')
    const path = createTemporaryPath()
    this.#onFile(path)
    const size = await this.#store(stream, path).catch(toUploadError)
    return new UploadedFile(path, size, sent)
  }

  async #store(stream: Readable, path: string): Promise<number> {
    // `wx` and 0600: never overwrites a file, never readable by another user.
    await using file = await open(path, 'wx', 0o600)
    let size = 0
    const limitBytes = this.#limits.fileBytes
    for await (const chunk of stream) {
      size += chunk.length
      if (size > limitBytes) throw new PayloadTooLarge('A file is too large', { limitBytes })
      await file.appendFile(chunk)
    }
    return size
  }
}

function noName(): BadRequest {
  return new BadRequest('A part of the form does not have a valid name')
}

/** Waits for the first bytes of a stream, which can still be read as a whole afterwards. */
async function isEmpty(stream: Readable): Promise<boolean> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    stream.unshift(chunk)
    return false
  }
  return true
}

/** Answers 503 if the disk is full: that is neither the client's nor the program's mistake. */
function toUploadError(error: unknown): never {
  if (!isExhausted(error)) throw error
  throw new ServiceUnavailable('The server cannot store the upload at the moment', { cause: error })
}
