/** An entry as the server has it: its text, before it a head when there is more to know. */
export interface StoredEntry {
  readonly text: string
  /** How much of its life on the server is for serving it stale. */
  readonly staleMs: number
  readonly tags: readonly string[]
  /** The versions of its tags when it was computed. */
  readonly versions: string
}

/** Writes an entry. A plain one has no head, so that a counter is a number to the server too. */
export function writeStoredEntry({ text, staleMs, tags, versions }: StoredEntry): string {
  if (staleMs === 0 && tags.length === 0) return text
  return `@${[staleMs, versions, ...tags.map(escape)].join('\t')}\n${text}`
}

/** Reads an entry; `undefined` for anything that was not written here. */
export function parseStoredEntry(stored: unknown): StoredEntry | undefined {
  if (typeof stored !== 'string') return undefined
  if (!stored.startsWith('@')) return { text: stored, staleMs: 0, tags: [], versions: '' }

  const end = stored.indexOf('\n')
  const [staleMs = '', versions = '', ...tags] = stored.slice(1, end).split('\t')
  if (end === -1 || !/^\d+$/.test(staleMs)) return undefined
  return {
    text: stored.slice(end + 1),
    staleMs: Number(staleMs),
    tags: tags.map(unescape),
    versions,
  }
}

// A tag may hold the characters that end one.
function escape(tag: string): string {
  return tag.replaceAll(/[%\t\n]/g, encodeURIComponent)
}

function unescape(text: string): string {
  return text.replaceAll(/%(?:25|09|0A)/g, decodeURIComponent)
}
