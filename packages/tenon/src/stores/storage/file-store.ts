import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/**
 * A store of your own for the files of all disks, such as a bucket of Azure or Google. Paths have two parts and no
 * others: `avatars/0198….png`. No part of a path comes from outside.
 */
export interface FileStore {
  /** Stores a file whole or not at all. Rejects with what `content` throws. */
  write(path: string, content: AsyncIterable<Uint8Array>, type: string): MaybePromise<void>
  /** Reads a file from its start; `undefined` if there is none. */
  read(path: string): MaybePromise<AsyncIterable<Uint8Array> | undefined>
  /** Returns what is known about a file; `undefined` if there is none. */
  find(path: string): MaybePromise<StoredFile | undefined>
  /** Moves a file; a write to the old path no longer changes it. Returns `false` if there is none. */
  move(from: string, to: string): MaybePromise<boolean>
  /** Removes a file, if it exists. */
  delete(path: string): MaybePromise<void>
  /** Lists the files of a folder by the second part of their paths. */
  list(folder: string): AsyncIterable<ListedFile>
}

/** What a store knows about a file. */
export interface StoredFile {
  readonly sizeBytes: number
  readonly changedAt: Date
}

/** A file of a list: its name in the folder. */
export interface ListedFile extends StoredFile {
  readonly name: string
}

/** Where an application keeps the files of its disks, and for how long. */
export interface StorageOptions {
  /** Default: the folder or bucket of `STORAGE_URL`. */
  readonly store?: FileStore
  /** `false` keeps the files that no row refers to. Default: they are deleted every night in production. */
  readonly sweep?: boolean
}
