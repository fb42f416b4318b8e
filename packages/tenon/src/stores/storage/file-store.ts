import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/**
 * Your own store for the files of all disks, such as a bucket of Azure or Google. Every path has two parts:
 * `avatars/0198….png`. No part of a path comes from a client.
 */
export interface FileStore {
  /** Stores a file completely or not at all. Rejects with the errors of `content`. */
  write(path: string, content: AsyncIterable<Uint8Array>, type: string): MaybePromise<void>
  /** Reads a file from its start; `undefined` if it does not exist. */
  read(path: string): MaybePromise<AsyncIterable<Uint8Array> | undefined>
  /** Returns size and age of a file; `undefined` if it does not exist. */
  find(path: string): MaybePromise<StoredFile | undefined>
  /**
   * Moves a file. A later write to the old path must not change it. Its age begins again, as that of a copy does: its
   * row may be written only now. Returns `false` if the file does not exist.
   */
  move(from: string, to: string): MaybePromise<boolean>
  /** Removes a file, if it exists. */
  delete(path: string): MaybePromise<void>
  /** Lists the files of a folder. The name is the second part of the path. */
  list(folder: string): AsyncIterable<ListedFile>
}

/** The size and age of a file. */
export interface StoredFile {
  readonly sizeBytes: number
  readonly changedAt: Date
}

/** A file in a list, with its name in the folder. */
export interface ListedFile extends StoredFile {
  readonly name: string
}

/** Where an application keeps the files of its disks, and whether it sweeps them. */
export interface StorageOptions {
  /** Default: the folder or bucket of `STORAGE_URL`. */
  readonly store?: FileStore
  /** `false` keeps the files that no row refers to. Default: a task deletes them every night in production. */
  readonly sweep?: boolean
}
