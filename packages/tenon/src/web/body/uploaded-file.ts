import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/**
 * A file of a multipart form, stored under a generated name in the system's temporary folder. It is
 * removed when the request ends; call `moveTo` to keep it.
 */
export class UploadedFile {
  /** The name of the form field, such as `files[]`. */
  readonly field: string
  /** Where it is in the form, as validation errors name it: `files.0`. */
  key: string
  /**
   * The client's name for the file, without folders and control characters. Never use it as a path.
   */
  readonly name: string
  /** The media type that the client declared. */
  readonly type: string
  readonly sizeBytes: number
  #path: string

  constructor(path: string, sizeBytes: number, sent: SentFile) {
    this.#path = path
    this.field = sent.field
    this.key = sent.field
    this.name = toSafeName(sent.name)
    this.type = sent.type
    this.sizeBytes = sizeBytes
  }

  /** The file's current path. */
  get path(): string {
    return this.#path
  }

  /** Streams the content. */
  stream(): ReadableStream<Uint8Array> {
    return Readable.toWeb(createReadStream(this.#path))
  }

  /** Reads the whole content. */
  bytes(): Promise<Uint8Array> {
    return readFile(this.#path)
  }

  /** Moves the file to `path`, replacing an existing file. The folder must exist. */
  async moveTo(path: string): Promise<void> {
    try {
      await rename(this.#path, path)
    } catch (error) {
      if (!isOtherDevice(error)) throw error
      await copyFile(this.#path, path)
      await rm(this.#path, { force: true })
    }
    this.#path = path
  }
}

/** What the client declares about an uploaded file. */
export interface SentFile {
  readonly field: string
  readonly name: string
  readonly type: string
}

/** Creates a path for a new temporary file; no part of it comes from the client. */
export function createTemporaryPath(): string {
  return join(tmpdir(), `tenon-upload-${randomUUID()}`)
}

/** Returns the last segment of the client's file name, at most 255 characters. */
function toSafeName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  // Truncate first: it may leave half of a surrogate pair.
  const clean = base
    .slice(0, 255)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}:*?"<>|]/gu, '')
    .trim()
  return clean === '' || clean === '.' || clean === '..' ? 'file' : clean
}

function isOtherDevice(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV'
}
