import { HttpError } from '../../base/support/http-error.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { ListedFile, StoredFile } from './file-store.ts'

/**
 * The store for the files of all disks: a folder, a bucket or an application's own store.
 *
 * Only `toStoredPath`, `toVariantPath`, `toIncomingPath` and `createPartialPath` make paths, so no part of a path comes
 * from a client.
 */
export interface DiskBackend extends Disposable {
  /** Stores a file completely or not at all. Rejects with the errors of `content`. */
  write(path: string, content: AsyncIterable<Uint8Array>, type: string): Promise<void>
  /** Streams a file; `undefined` if it does not exist. */
  read(path: string): Promise<ReadableStream<Uint8Array> | undefined>
  /** Returns size and age of a file; `undefined` if it does not exist. */
  find(path: string): Promise<StoredFile | undefined>
  /** Removes a file, if it exists. */
  delete(path: string): Promise<void>
  /** Lists the files below a folder. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Answers a request to one of our own routes with a file. */
  send(path: string, offer: FileOffer): Promise<Reply>
  /** Returns a URL under which anyone can read a file until it expires. */
  signDownload(path: string, offer: FileOffer, expiresMs: number): Promise<string>
  /** Returns a URL to which anyone can send one file of exactly this type and size until it expires. */
  signUpload(path: string, claim: FileClaim, expiresMs: number): Promise<string>
  /**
   * Moves an upload to its final path. `inspect` gets the first bytes, the size and a function to read the file, and
   * returns the new path. Errors of `inspect` are thrown here. One that refuses the file removes it; after any other, it
   * stays for another try. A client that still has the URL of the upload cannot change the file between inspection and
   * move. Returns `undefined` if the file does not exist, or not any more because the client has sent another one.
   */
  adopt(path: string, inspect: InspectFile): Promise<AdoptedFile | undefined>
  /** Lists multipart uploads that were not completed. Absent if the store has no multipart uploads. */
  openUploads?(): AsyncIterable<OpenUpload>
  /** Checks, without writing, whether the store can keep files. Returns the problem, or `undefined`. */
  examine(signal: AbortSignal): Promise<StoreProblem | undefined>
}

/** A multipart upload that the store keeps until it is completed or aborted. */
export interface OpenUpload {
  readonly path: string
  readonly startedAt: Date
  /** Removes its parts. */
  readonly abort: () => Promise<void>
}

/** What is wrong with a store, and how to fix it. */
export interface StoreProblem {
  /** Whether files do not work, as far as the store can tell. */
  readonly isFatal: boolean
  readonly problem: string
  readonly remedy: string
}

/** How a file is offered to a browser. */
export interface FileOffer {
  /** The value of `content-disposition`; with `undefined`, the browser displays the file. */
  readonly disposition: string | undefined
}

/** The type and size that a client announces for an upload. */
export interface FileClaim {
  readonly type: string
  readonly sizeBytes: number
}

export type InspectFile = (
  start: Uint8Array,
  sizeBytes: number,
  read: ReadFile,
) => Promise<AdoptedFile>

/** Reads a file from its start. */
export type ReadFile = () => Promise<ReadableStream<Uint8Array>>

/** The final path of an inspected file, and its type and size. */
export interface AdoptedFile {
  readonly path: string
  readonly type: string
  readonly sizeBytes: number
}

/** Whether an error is the fault of a client, as when a disk refuses its file. */
export function isOfClient(error: unknown): boolean {
  return error instanceof HttpError && error.status < 500
}
