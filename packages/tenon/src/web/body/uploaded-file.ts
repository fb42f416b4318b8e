import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/**
 * A file of a multipart form. It lies under a generated name in the system's folder for temporary
 * files and is removed when the request ends: `moveTo` keeps it.
 */
export class UploadedFile {
  /** The name of the form's field. */
  readonly field: string
  /** The name that the client gave, without folders and control characters. Never a path to use. */
  readonly name: string
  /** The media type that the client claims. */
  readonly type: string
  /** Its length in bytes. */
  readonly size: number
  #path: string

  constructor(path: string, size: number, sent: SentFile) {
    this.#path = path
    this.field = sent.field
    this.name = toSafeName(sent.name)
    this.type = sent.type
    this.size = size
  }

  /** Where the file lies now. */
  get path(): string {
    return this.#path
  }

  /** The content, piece by piece. */
  stream(): ReadableStream<Uint8Array> {
    return Readable.toWeb(createReadStream(this.#path))
  }

  /** The whole content. */
  bytes(): Promise<Uint8Array> {
    return readFile(this.#path)
  }

  /** Moves the file to `path`, in place of one that is there. The folder must exist. */
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

/** What a client says of a file that it sends. */
export interface SentFile {
  readonly field: string
  readonly name: string
  readonly type: string
}

/** A path for a new temporary file; nothing of it comes from the client. */
export function createTemporaryPath(): string {
  return join(tmpdir(), `tenon-upload-${randomUUID()}`)
}

/** The last segment of what a client calls its file, at most 255 characters long. */
function toSafeName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  // Cut first: the cut may leave half of a character.
  const clean = base
    .slice(0, 255)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}:*?"<>|]/gu, '')
    .trim()
  return clean === '' || clean === '.' || clean === '..' ? 'file' : clean
}

function isOtherDevice(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV'
}
