import { NotFound } from '../../../base/support/http-error.ts'
import { toWebStream } from '../../../base/support/web-stream.ts'
import { loadSend } from '../../../base/support/packages/load-send.ts'
import { stream } from '../../../web/http/replies.ts'
import type { Reply } from '../../../web/http/reply.ts'
import { inspectedBytes } from '../content-type.ts'
import { toDownloadUrl, toUploadUrl } from './direct-urls.ts'
import {
  isOfClient,
  type AdoptedFile,
  type DiskBackend,
  type FileClaim,
  type FileOffer,
  type InspectFile,
  type StoreProblem,
} from '../disk-backend.ts'
import { createPartialPath, incomingFolder } from '../file-key.ts'
import type { FileStore, ListedFile, StoredFile } from '../file-store.ts'

/** Functions that a store may implement better than with its basic ones. */
export type FileStoreExtras = Partial<Pick<DiskBackend, 'send' | 'examine'>>

/** The files of a store without a server: this application sends and receives them. */
export class ServedFiles implements DiskBackend {
  readonly #files: FileStore
  readonly #extras: FileStoreExtras

  constructor(files: FileStore, extras: FileStoreExtras = {}) {
    this.#files = files
    this.#extras = extras
  }

  async write(path: string, content: AsyncIterable<Uint8Array>, type: string): Promise<void> {
    await this.#files.write(path, content, type)
  }

  async read(path: string): Promise<ReadableStream<Uint8Array> | undefined> {
    const found = await this.#files.read(path)
    return found === undefined || found instanceof ReadableStream ? found : toWebStream(found)
  }

  async find(path: string): Promise<StoredFile | undefined> {
    return this.#files.find(path)
  }

  async delete(path: string): Promise<void> {
    await this.#files.delete(path)
  }

  list(folder: string): AsyncIterable<ListedFile> {
    return this.#files.list(folder)
  }

  async send(path: string, offer: FileOffer): Promise<Reply> {
    const reply = await (this.#extras.send?.(path, offer) ?? this.#stream(path, offer))
    // A shared cache would not ask the handler who may see the file.
    return reply.header('cache-control', 'private')
  }

  async #stream(path: string, offer: FileOffer): Promise<Reply> {
    const { mime } = await loadSend()
    const found = await this.find(path)
    // Open the content last: it would stay open if a later step failed.
    const content = found && (await this.read(path))
    if (found === undefined || content === undefined) throw new NotFound()
    const reply = stream(content, mime.getType(path) ?? undefined)
      .header('content-length', String(found.sizeBytes))
      .header('last-modified', found.changedAt.toUTCString())
    return offer.disposition === undefined
      ? reply
      : reply.header('content-disposition', offer.disposition)
  }

  signDownload(path: string, offer: FileOffer, expiresMs: number): Promise<string> {
    return Promise.resolve(toDownloadUrl({ path, offer }, expiresMs))
  }

  signUpload(path: string, claim: FileClaim, expiresMs: number): Promise<string> {
    return Promise.resolve(toUploadUrl({ path, claim }, expiresMs))
  }

  async adopt(path: string, inspect: InspectFile): Promise<AdoptedFile | undefined> {
    // Move the file first. Nobody has a URL for its new name, so nobody can change it during the inspection.
    const taken = createPartialPath()
    if (!(await this.#files.move(path, taken))) return undefined
    try {
      const read = async () => (await this.read(taken)) ?? new ReadableStream<Uint8Array>()
      const sizeBytes = (await this.find(taken))?.sizeBytes ?? 0
      const adopted = await inspect(await readStart(await read()), sizeBytes, read)
      return (await this.#files.move(taken, adopted.path)) ? adopted : undefined
    } catch (error) {
      // A file that was not refused stays for another try.
      if (isOfClient(error)) await this.#files.delete(taken)
      else await this.#files.move(taken, path)
      throw error
    }
  }

  async examine(signal: AbortSignal): Promise<StoreProblem | undefined> {
    if (this.#extras.examine !== undefined) return this.#extras.examine(signal)
    try {
      for await (const _file of this.#files.list(incomingFolder)) break
      return undefined
    } catch (error) {
      const problem = `The store of files fails: ${String(error)}`
      return { isFatal: true, problem, remedy: 'No file can be stored until it answers.' }
    }
  }

  /** A folder has nothing open between calls, and an application closes its own store. */
  [Symbol.dispose](): void {}
}

async function readStart(content: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of content) {
    pieces.push(piece)
    length += piece.length
    if (length >= inspectedBytes) break
  }
  return Buffer.concat(pieces).subarray(0, inspectedBytes)
}
