import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Duration } from '../../base/support/duration.ts'
import type { Size } from '../../base/support/size.ts'
import type { UploadedFile } from '../../web/body/uploaded-file.ts'
import type { ReadFile } from './disk-backend.ts'
import type { VariantOptions } from './pictures/variant.ts'

/** What a disk accepts, and which variants it makes. */
export interface DiskOptions<VariantName extends string = never> {
  /** The accepted media types, such as `image/*` or `application/pdf`. Default: all. */
  readonly types?: readonly string[]
  /** The largest file, such as `5mb`. Default: only the request's own limit; `20mb` with `variants` or `maxPixels`. */
  readonly maxSize?: Size
  /** Other versions of each picture, which a job makes. Needs `sharp`. */
  readonly variants?: Readonly<Record<VariantName, VariantOptions>>
  /**
   * The most pixels of a picture, width times height. Needs `sharp`. Default: 50 million with `variants`, otherwise no
   * limit.
   */
  readonly maxPixels?: number
  /**
   * Checks a file before it is stored, for example for viruses. Return a text to refuse the file: it completes the
   * sentence "The file …". If `scan` throws, `put` throws the same error.
   */
  readonly scan?: (file: ScannedFile) => MaybePromise<string | undefined>
}

/** A file that is being checked. */
export interface ScannedFile {
  /** Its media type, by its content. */
  readonly type: string
  readonly sizeBytes: number
  /** Streams its content. You can call it several times. */
  readonly read: ReadFile
}

/** Content to store: an uploaded file, bytes, or a stream of bytes. */
export type FileContent = UploadedFile | Uint8Array | AsyncIterable<Uint8Array>

/** Options for storing a file. */
export interface PutOptions {
  /**
   * The claimed type. It counts only for text, because its bytes do not show its kind, and only if the disk's `types`
   * list it by its full name. Default: the type that the client claims for an uploaded file.
   */
  readonly type?: string
}

/** A stored file. */
export interface KeptFile {
  readonly key: string
  /** Its media type, by its content. */
  readonly type: string
  readonly sizeBytes: number
}

/** How a file is sent. */
export interface SendFileOptions<VariantName extends string = never> {
  /** The name of a variant. Sends the file itself until the variant exists, and for files that are not pictures. */
  readonly variant?: VariantName
  /**
   * The file name for a download; with it, the browser downloads the file instead of displaying it. If the disk lists
   * `types`, a name that could make a system run the file also gets the extension of the file's type.
   */
  readonly download?: string
}

/** Options of a signed URL. */
export interface SignedUrlOptions<
  VariantName extends string = never,
> extends SendFileOptions<VariantName> {
  /** At most `7d`. Default `5m`. */
  readonly expires?: Duration
}

/** A file that a browser wants to upload directly, as the browser describes it. */
export interface UploadRequest {
  readonly type: string
  readonly sizeBytes: number
  /** How long the URL works, at most `7d`. The ticket works for one more day. Default: `10m`. */
  readonly expires?: Duration
}

/** Where and how a browser uploads one file directly. */
export interface DirectUpload {
  readonly url: string
  readonly method: 'PUT'
  readonly headers: { readonly 'content-type': string }
  /** Send it back when the upload is done, for `accept`. It is sealed, so nobody can make or change one. */
  readonly ticket: string
}
