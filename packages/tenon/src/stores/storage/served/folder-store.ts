import { constants } from 'node:fs'
import { access, mkdir, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ifThere } from '../../../base/support/files/if-there.ts'
import { ServiceUnavailable } from '../../../base/support/http-error.ts'
import { toWebStream } from '../../../base/support/web-stream.ts'
import { isExhausted } from '../../../web/body/exhausted.ts'
import { file } from '../../../web/http/file.ts'
import type { Reply } from '../../../web/http/reply.ts'
import type { FileOffer, StoreProblem } from '../disk-backend.ts'
import type { FileStore, ListedFile, StoredFile } from '../file-store.ts'
import { createPartialPath } from '../file-key.ts'

/** Files in a folder of this machine. The application answers with them. */
export class FolderStore implements FileStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const partial = this.#at(createPartialPath())
    try {
      await mkdir(dirname(partial), { recursive: true })
      await writeThrough(partial, content)
      await renameInto(partial, this.#at(path))
    } catch (error) {
      await rm(partial, { force: true }).catch(() => undefined)
      throw this.#toAbsence(error)
    }
  }

  async read(path: string): Promise<ReadableStream<Uint8Array> | undefined> {
    const handle = await ifThere(open(this.#at(path)))
    if (handle === undefined) return undefined
    return toWebStream(handle.createReadStream())
  }

  async find(path: string): Promise<StoredFile | undefined> {
    const found = await ifThere(stat(this.#at(path)))
    return found?.isFile() ? { sizeBytes: found.size, changedAt: found.mtime } : undefined
  }

  async move(from: string, to: string): Promise<boolean> {
    try {
      await renew(this.#at(from))
      return (await ifThere(renameInto(this.#at(from), this.#at(to)))) ?? false
    } catch (error) {
      throw this.#toAbsence(error)
    }
  }

  async delete(path: string): Promise<void> {
    await rm(this.#at(path), { force: true })
  }

  async *list(folder: string): AsyncIterable<ListedFile> {
    const entries = await ifThere(opendir(this.#at(folder)))
    if (entries === undefined) return
    for await (const { name } of entries) {
      const found = await this.find(`${folder}/${name}`)
      if (found !== undefined) yield { name, ...found }
    }
  }

  send(path: string, { disposition }: FileOffer): Promise<Reply> {
    const reply = file(path, { root: this.#root })
    if (disposition !== undefined) reply.header('content-disposition', disposition)
    return Promise.resolve(reply)
  }

  /** A missing folder is created with the first file, if its parent allows that. */
  async examine(): Promise<StoreProblem | undefined> {
    const folder = await findExisting(this.#root)
    const isMissing = folder !== this.#root
    const found = await stat(folder)
    if (!found.isDirectory()) {
      const problem = `"${folder}" is not a folder`
      return { isFatal: true, problem, remedy: 'Remove the file, or name another folder.' }
    }
    try {
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
      return undefined
    } catch {
      return {
        isFatal: !isMissing,
        problem: isMissing
          ? `The folder "${this.#root}" does not exist, and this user cannot create it in "${folder}"`
          : `This user cannot write to the folder "${folder}"`,
        remedy: 'Create it for the user that runs the application, or name another folder.',
      }
    }
  }

  #at(path: string): string {
    return join(this.#root, path)
  }

  /** A full disk, or missing permission, is not the fault of the client or the program: a later try may succeed. */
  #toAbsence(error: unknown): unknown {
    const isClosed = isNotAllowed(error)
    if (!isClosed && !isExhausted(error)) return error
    const cause = isClosed ? closedTo(this.#root, error) : error
    return new ServiceUnavailable('The store of files is unavailable. Try again soon.', { cause })
  }
}

function closedTo(root: string, cause: unknown): Error {
  return new Error(
    `This user cannot write to the folder "${root}". Set STORAGE_URL to a folder that it can write to, such as file:/var/lib/app/storage.`,
    { cause },
  )
}

/** Whether a file system error says that this user or service may not write there. */
function isNotAllowed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && closed.has(error.code)
}

const closed: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS'])

/**
 * Makes a file as young as its new name. An upload may be accepted days after it was sent, and a sweep must not take it
 * for an old file without a row before its row is written.
 */
async function renew(path: string): Promise<void> {
  const now = new Date()
  // Another user may own the file. Whether it exists, the move will tell.
  await utimes(path, now, now).catch(() => undefined)
}

/** Moves a file and waits until its new name is on disk. */
async function renameInto(from: string, to: string): Promise<true> {
  const folder = dirname(to)
  const created = await mkdir(folder, { recursive: true })
  await rename(from, to)
  await syncFolder(folder)
  if (created !== undefined) await syncFolders(dirname(folder), dirname(created))
  return true
}

/** Waits until the names of new folders are on disk, up to the folder that already existed. */
async function syncFolders(folder: string, last: string): Promise<void> {
  await syncFolder(folder)
  if (folder !== last) await syncFolders(dirname(folder), last)
}

async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r')
    await handle.sync()
  } catch (error) {
    // Some file systems, such as network ones, do not support this: they store names by themselves.
    const code = error instanceof Error && 'code' in error && error.code
    if (!cannotSync.has(code)) throw error
  }
}

const cannotSync: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'])

/** Returns the path, or the nearest folder above it that exists. */
async function findExisting(path: string): Promise<string> {
  try {
    await stat(path)
    return path
  } catch {
    return dirname(path) === path ? path : findExisting(dirname(path))
  }
}

/** Writes a new file and waits until it is on disk, because a row will refer to it. */
async function writeThrough(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await using handle = await open(path, 'wx')
  for await (const piece of content) await handle.writeFile(piece)
  await handle.datasync()
}
