/** An entry as the server stores it: its text, after a header if it has metadata. */
export interface StoredEntry {
  readonly text: string
  /** The last part of its lifetime on the server, in which it is stale. */
  readonly staleMs: number
  readonly tags: readonly string[]
  /** The versions of its tags at the start of its computation. */
  readonly versions: string
}

/** Serializes an entry. A plain one has no header, so that the server can read a counter as a number. */
export function writeStoredEntry({ text, staleMs, tags, versions }: StoredEntry): string {
  if (staleMs === 0 && tags.length === 0) return text
  return `@${[staleMs, versions, ...tags.map(escape)].join('\t')}\n${text}`
}

/** Parses an entry; returns `undefined` if the header is malformed. */
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

// A tag may contain the separator characters.
function escape(tag: string): string {
  return tag.replaceAll(/[%\t\n]/g, encodeURIComponent)
}

function unescape(text: string): string {
  return text.replaceAll(/%(?:25|09|0A)/g, decodeURIComponent)
}
