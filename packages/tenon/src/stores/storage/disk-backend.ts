import type { Reply } from '../../web/http/reply.ts'
import type { ListedFile, StoredFile } from './file-store.ts'

/**
 * Where the files of all disks are: a folder, or a bucket.
 *
 * A path is made by `toStoredPath` or `toIncomingPath` and nothing else, so no part of it comes from
 * outside.
 */
export interface DiskBackend extends Disposable {
  /** Stores a file whole or not at all. Rejects with what `content` throws. */
  write(path: string, content: AsyncIterable<Uint8Array>, type: string): Promise<void>
  /** Streams a file; `undefined` if there is none. */
  read(path: string): Promise<ReadableStream<Uint8Array> | undefined>
  /** Returns what is known about a file; `undefined` if there is none. */
  find(path: string): Promise<StoredFile | undefined>
  /** Removes a file, if it exists. */
  delete(path: string): Promise<void>
  /** Lists the files below a folder. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Answers with a file, for one of our own routes. */
  send(path: string, offer: FileOffer): Promise<Reply>
  /** A URL under which anyone can read a file until it expires. */
  signDownload(path: string, offer: FileOffer, expiresMs: number): Promise<string>
  /** A URL to which anyone can send one file of exactly this type and size until it expires. */
  signUpload(path: string, claim: FileClaim, expiresMs: number): Promise<string>
  /**
   * Moves a file that does not count yet. `inspect` gets its first bytes, its size and a way to read it, and
   * returns the new path; what it throws is thrown here. The file is removed then, unless that is `ServiceUnavailable`, as
   * it is if the move fails: it stays for the next try. A client that still holds the upload's URL cannot change the
   * file between the inspection and the move. Returns `undefined` if there is no such file.
   */
  adopt(path: string, inspect: InspectFile): Promise<AdoptedFile | undefined>
  /** Lists uploads in parts that were begun and not completed; absent if the store has none. */
  openUploads?(): AsyncIterable<OpenUpload>
  /** Looks, without writing, for what prevents files from being kept here; `undefined` if nothing does. */
  examine(signal: AbortSignal): Promise<StoreProblem | undefined>
}

/** An upload in parts, which the store keeps until it is completed or aborted. */
export interface OpenUpload {
  readonly path: string
  readonly startedAt: Date
  /** Removes its parts. */
  readonly abort: () => Promise<void>
}

/** What is wrong with a store, and how to fix it. */
export interface StoreProblem {
  /** Whether files do not work, as far as that can be told. */
  readonly isFatal: boolean
  readonly problem: string
  readonly remedy: string
}

/** How a file is offered to a browser. */
export interface FileOffer {
  /** The value of `content-disposition`; `undefined` shows the file. */
  readonly disposition: string | undefined
}

/** The type and size that a client claims for a file that it is about to upload. */
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

/** Where an inspected file goes, and what it is. */
export interface AdoptedFile {
  readonly path: string
  readonly type: string
  readonly sizeBytes: number
}
