import type { S3Client } from '@aws-sdk/client-s3'
import { ServiceUnavailable } from '../../../base/support/http-error.ts'
import { toWebStream } from '../../../base/support/web-stream.ts'
import { Reply } from '../../../web/http/reply.ts'
import { inspectedBytes } from '../content-type.ts'
import {
  isOfClient,
  type AdoptedFile,
  type DiskBackend,
  type FileClaim,
  type FileOffer,
  type InspectFile,
  type OpenUpload,
  type StoreProblem,
} from '../disk-backend.ts'
import type { ListedFile, StoredFile } from '../file-store.ts'
import type { BucketUrl } from '../storage-url.ts'
import { loadS3Sdk, type S3Sdk } from './load-sdk.ts'
import { type BucketLimits, defaultBucketLimits } from './bucket-limits.ts'
import { orAbsence, reportAbsence, statusOf, toAbsence } from './store-absence.ts'
import { toProblem } from './bucket-problem.ts'
import { untilProgress, uploadStream } from './multipart-upload.ts'
import { listOpenUploads } from './open-uploads.ts'

/**
 * Opens a bucket. The credentials come from the environment or the machine, as Amazon's client finds them. Throws
 * `E_STORAGE_CLIENT` if a package is missing.
 */
export async function openBucket(
  url: BucketUrl,
  limits: BucketLimits = defaultBucketLimits,
): Promise<DiskBackend> {
  const sdk = await loadS3Sdk()
  const client = new sdk.client.S3Client({
    ...(url.region === undefined ? {} : { region: url.region }),
    ...(url.endpoint === undefined ? {} : { endpoint: url.endpoint, forcePathStyle: true }),
    // Only Amazon's servers know the newer checksums, and a signed URL has no body to sum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: limits.progressMs,
    },
  })
  reportAbsence(client)
  return new BucketStore({ sdk, client, limits }, url)
}

interface BucketParts {
  readonly sdk: S3Sdk
  readonly client: S3Client
  readonly limits: BucketLimits
}

/** Files in a bucket of S3, or of a server with the same protocol. */
class BucketStore implements DiskBackend {
  readonly #sdk: S3Sdk
  readonly #client: S3Client
  readonly #limits: BucketLimits
  readonly #bucket: string
  readonly #prefix: string

  constructor({ sdk, client, limits }: BucketParts, { bucket, prefix }: BucketUrl) {
    this.#sdk = sdk
    this.#client = client
    this.#limits = limits
    this.#bucket = bucket
    this.#prefix = prefix
  }

  async write(path: string, content: AsyncIterable<Uint8Array>, type: string): Promise<void> {
    const target = this.#target(path)
    const [sdk, client, limits] = [this.#sdk, this.#client, this.#limits]
    await uploadStream({ sdk, client, limits, target, type }, content)
  }

  async read(path: string): Promise<ReadableStream<Uint8Array> | undefined> {
    const { GetObjectCommand } = this.#sdk.client
    const command = new GetObjectCommand(this.#target(path))
    const found = await orUndefined(this.#client.send(command))
    return found?.Body?.transformToWebStream()
  }

  async find(path: string): Promise<StoredFile | undefined> {
    const { HeadObjectCommand } = this.#sdk.client
    const found = await orUndefined(this.#client.send(new HeadObjectCommand(this.#target(path))))
    return found && toStoredFile(found.ContentLength, found.LastModified)
  }

  async delete(path: string): Promise<void> {
    await this.#client.send(new this.#sdk.client.DeleteObjectCommand(this.#target(path)))
  }

  async *list(folder: string): AsyncIterable<ListedFile> {
    const Prefix = `${this.#prefix}${folder}/`
    const { client: sdk } = this.#sdk
    const pages = sdk.paginateListObjectsV2(
      { client: this.#client },
      // Our files are never in a subfolder.
      { Bucket: this.#bucket, Prefix, Delimiter: '/' },
    )
    for await (const { Contents = [] } of pages) {
      for (const { Key = '', Size, LastModified } of Contents) {
        yield { name: Key.slice(Prefix.length), ...toStoredFile(Size, LastModified) }
      }
    }
  }

  async send(path: string, offer: FileOffer): Promise<Reply> {
    const url = await this.signDownload(path, offer, sentUrlMs)
    // Do not cache: the next redirect has another URL, and this one soon expires.
    return new Reply(302, undefined, null)
      .header('location', url)
      .header('cache-control', 'no-store')
  }

  signDownload(path: string, { disposition }: FileOffer, expiresMs: number): Promise<string> {
    const command = new this.#sdk.client.GetObjectCommand({
      ...this.#target(path),
      ...(disposition === undefined ? {} : { ResponseContentDisposition: disposition }),
    })
    return this.#sdk.presigner.getSignedUrl(this.#client, command, {
      expiresIn: toSeconds(expiresMs),
    })
  }

  signUpload(path: string, { type, sizeBytes }: FileClaim, expiresMs: number): Promise<string> {
    const command = new this.#sdk.client.PutObjectCommand({
      ...this.#target(path),
      ContentType: type,
      ContentLength: sizeBytes,
    })
    return this.#sdk.presigner.getSignedUrl(this.#client, command, {
      expiresIn: toSeconds(expiresMs),
      // If they were not signed, the client could send any type and size.
      signableHeaders: new Set(['content-type', 'content-length', 'host']),
    })
  }

  async adopt(path: string, inspect: InspectFile): Promise<AdoptedFile | undefined> {
    const { GetObjectCommand, CopyObjectCommand } = this.#sdk.client
    const source = this.#target(path)
    const Range = `bytes=0-${inspectedBytes - 1}`
    const found = await orUndefined(this.#client.send(new GetObjectCommand({ ...source, Range })))
    if (found?.Body === undefined) return undefined
    const start = await orAbsence(found.Body.transformToByteArray())
    let isReplaced = false
    const noteReplaced = (error: unknown): never => {
      isReplaced ||= statusOf(error) === 412
      throw error
    }
    const read = async () => {
      const whole = { ...source, ...(found.ETag === undefined ? {} : { IfMatch: found.ETag }) }
      const { Body } = await this.#client.send(new GetObjectCommand(whole)).catch(noteReplaced)
      return Body === undefined
        ? new ReadableStream<Uint8Array>()
        : toWebStream(piecesOf(Body.transformToWebStream()))
    }
    try {
      const adopted = await inspect(start, toTotal(found.ContentRange, start.length), read)
      const copy = new CopyObjectCommand({
        ...this.#target(adopted.path),
        // The SDK does not encode this header, and the folder of the URL may contain any characters.
        CopySource: `${source.Bucket}/${source.Key}`.split('/').map(encodeURIComponent).join('/'),
        // Copy only the inspected content, not a later upload to the same URL.
        CopySourceIfMatch: found.ETag,
        ContentType: adopted.type,
        MetadataDirective: 'REPLACE',
      })
      await this.#client.send(copy, untilProgress).catch(noteReplaced)
      await this.delete(path)
      return adopted
    } catch (error) {
      // The other upload that the client has sent meanwhile stays for another try.
      if (isReplaced) return undefined
      // So does a file that was not refused.
      if (isOfClient(error)) await this.delete(path)
      throw error
    }
  }

  openUploads(): AsyncIterable<OpenUpload> {
    const [sdk, client, bucket, prefix] = [this.#sdk, this.#client, this.#bucket, this.#prefix]
    return listOpenUploads({ sdk, client, bucket, prefix })
  }

  /** Lists one file, as `storage:sweep` does. Other permissions cannot be checked without writing. */
  async examine(abortSignal: AbortSignal): Promise<StoreProblem | undefined> {
    const { ListObjectsV2Command } = this.#sdk.client
    const list = { Bucket: this.#bucket, Prefix: this.#prefix, MaxKeys: 1 }
    try {
      await this.#client.send(new ListObjectsV2Command(list), { abortSignal })
      return undefined
    } catch (error) {
      return toProblem(this.#bucket, error instanceof ServiceUnavailable ? error.cause : error)
    }
  }

  [Symbol.dispose](): void {
    this.#client.destroy()
  }

  #target(path: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + path }
  }
}

/** Passes a stream on. If the store interrupts it, throws `ServiceUnavailable`. */
async function* piecesOf(content: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* content
  } catch (error) {
    throw toAbsence(error)
  }
}

/** How long the URL of a redirect works: a browser follows it at once, but a video player requests more later. */
const sentUrlMs = 15 * 60_000

function toStoredFile(sizeBytes = 0, changedAt = new Date(0)): StoredFile {
  return { sizeBytes, changedAt }
}

/** Reads the size of the whole file from `bytes 0-4099/123456`. */
function toTotal(contentRange: string | undefined, fallback: number): number {
  return contentRange === undefined ? fallback : Number(contentRange.split('/')[1])
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

/** Returns `undefined` if the object does not exist. */
async function orUndefined<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && missing.has(error.name)) return undefined
    throw statusOf(error) === 403 ? refused(error) : error
  }
}

const missing: ReadonlySet<string> = new Set(['NotFound', 'NoSuchKey'])

/** The response to a HEAD request has no text, and a 403 does not say whether the file exists. */
function refused(cause: unknown): Error {
  return new Error(
    'The store refuses to say whether a file exists (403). Allow s3:GetObject, and s3:ListBucket, without which S3 answers so for a file that does not exist.',
    { cause },
  )
}
