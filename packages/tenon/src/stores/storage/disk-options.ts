import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Duration } from '../../base/support/duration.ts'
import type { Size } from '../../base/support/size.ts'
import type { UploadedFile } from '../../web/body/uploaded-file.ts'
import type { ReadFile } from './disk-backend.ts'
import type { VariantOptions } from './pictures/variant.ts'

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
  /**
   * The name to save the file under; the browser then downloads it instead of displaying it. If the disk lists `types`,
   * a name with the ending of a program gets that of the file's type as well.
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

/** What a browser wants to upload directly, as it says. */
export interface UploadRequest {
  readonly type: string
  readonly sizeBytes: number
  /** How long the URL can be used, at most `7d`. The ticket works for a day more. Default `10m`. */
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
