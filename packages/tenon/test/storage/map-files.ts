import type { FileStore, ListedFile, StoredFile } from '../../src/storage.ts'

interface Kept {
  readonly content: Uint8Array
  readonly changedAt: Date
}

/** A store of files as an application may write one. */
export class MapFiles implements FileStore {
  readonly #kept = new Map<string, Kept>()

  async write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const pieces: Uint8Array[] = []
    for await (const piece of content) pieces.push(piece)
    this.#kept.set(path, { content: Buffer.concat(pieces), changedAt: new Date() })
  }

  read(path: string): AsyncIterable<Uint8Array> | undefined {
    const kept = this.#kept.get(path)
    return kept && inPieces(kept.content)
  }

  find(path: string): StoredFile | undefined {
    const kept = this.#kept.get(path)
    return kept && { sizeBytes: kept.content.length, changedAt: kept.changedAt }
  }

  move(from: string, to: string): boolean {
    const kept = this.#kept.get(from)
    if (kept === undefined) return false
    this.#kept.delete(from)
    this.#kept.set(to, { ...kept, changedAt: new Date() })
    return true
  }

  delete(path: string): void {
    this.#kept.delete(path)
  }

  async *list(folder: string): AsyncIterable<ListedFile> {
    for (const [path, { content, changedAt }] of this.#kept) {
      const [own, name = ''] = path.split('/')
      if (own === folder) yield { name, sizeBytes: content.length, changedAt }
    }
  }
}

async function* inPieces(content: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < content.length; at += 1000) yield content.subarray(at, at + 1000)
}
