import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import send from '@fastify/send'
import Negotiator from 'negotiator'
import { file } from '../http/file.ts'
import { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { publicFolder } from './load-assets.ts'

/*
 * The files of a built client.
 *
 * The folder is listed once, at boot: what a request names is looked up in that list and never in
 * the file system, so that no path leads out of the folder or to a dotfile. Files that were
 * compressed by the build are kept in memory once they were asked for, in the encodings that were
 * asked for; all others are opened for each request, with ranges.
 */

/** Answers a request for a built file; `undefined` when there is none of that path. */
export type BuiltFiles = (request: HttpRequest) => Reply | undefined

/** Lists the built files below the application's root; without any, nothing is answered. */
export function createBuiltFiles(root: string): BuiltFiles {
  const folder = join(root, publicFolder)
  const files = listFiles(folder)
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const found = files.get(request.path())
    return found === undefined ? undefined : answer(request, folder, found)
  }
}

interface BuiltFile {
  readonly path: string
  readonly contentType: string
  readonly cacheControl: string
  /** The encodings that there are, `identity` last. */
  readonly encodings: readonly Encoding[]
  readonly contents: Map<Encoding, Content>
}

type Encoding = 'br' | 'gzip' | 'identity'

interface Content {
  readonly bytes: Uint8Array
  readonly etag: string
}

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' }

// The names of the files below `assets` hold the hash of what is in them.
const immutable = 'public, max-age=31536000, immutable'
const revalidated = 'public, max-age=0, must-revalidate'

function listFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  if (!existsSync(folder)) return new Map()
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => statSync(join(folder, path)).isFile() && !/(?:^|\/)\./.test(path))
  const all = new Set(paths)
  const shown = paths.filter((path) => !isVariant(path, all))
  return new Map(shown.map((path) => [encodeURI(`/${path}`), toBuiltFile(path, all)]))
}

/** Whether a file is the compressed form of another one. */
function isVariant(path: string, all: ReadonlySet<string>): boolean {
  return /\.(?:br|gz)$/.test(path) && all.has(path.replace(/\.(?:br|gz)$/, ''))
}

function toBuiltFile(path: string, all: ReadonlySet<string>): BuiltFile {
  const type = send.mime.getType(path) ?? 'application/octet-stream'
  const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']
  return {
    path,
    contentType: send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type,
    cacheControl: path.startsWith('assets/') ? immutable : revalidated,
    encodings: encodings.filter((encoding) => all.has(path + suffixes[encoding])),
    contents: new Map(),
  }
}

function answer(request: HttpRequest, folder: string, built: BuiltFile): Reply {
  if (built.encodings.length === 1) {
    return file(built.path, { root: folder }).header('cache-control', built.cacheControl)
  }
  const encoding = toEncoding(request.header('accept-encoding'), built.encodings)
  const content = load(folder, built, encoding)
  // Also in a list, or weakened by a proxy (RFC 9110, 13.1.2): the tag itself is in quotes.
  const isFresh = request.header('if-none-match')?.includes(content.etag) === true
  const reply = isFresh
    ? new Reply(304, undefined, null)
    : new Reply(200, built.contentType, content.bytes)
  if (encoding !== 'identity' && !isFresh) reply.header('content-encoding', encoding)
  return reply
    .header('cache-control', built.cacheControl)
    .header('etag', content.etag)
    .vary('Accept-Encoding')
}

function toEncoding(accepted: string | undefined, available: readonly Encoding[]): Encoding {
  if (accepted === undefined) return 'identity'
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } })
  const accepts = negotiator.encodings([...available])
  return available.find((encoding) => accepts.includes(encoding)) ?? 'identity'
}

function load(folder: string, built: BuiltFile, encoding: Encoding): Content {
  const known = built.contents.get(encoding)
  if (known !== undefined) return known

  const bytes = readFileSync(join(folder, built.path + suffixes[encoding]))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`
  const content: Content = { bytes, etag }
  built.contents.set(encoding, content)
  return content
}
