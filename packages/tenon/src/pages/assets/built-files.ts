import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import Negotiator from 'negotiator'
import { toShortList } from '../../web/http/accept.ts'
import { file } from '../../web/http/file.ts'
import { toSentPattern, type BuiltIn } from '../../web/routing/matching/built-in.ts'
import { Reply } from '../../web/http/reply.ts'
import { loadSend } from '../../base/support/packages/load-send.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { publicFolder } from './load-assets.ts'

/*
 * Serves the files of a built client.
 *
 * The folder is listed once, at boot. A requested path is looked up in that list and never in the
 * file system, so no path can lead out of the folder or to a dotfile. Files that the build
 * compressed are kept in memory, per encoding, after their first request. All other files are opened
 * for each request and support ranges.
 */

/** Lists the routes of the built files below the application's root; empty without a build. */
export function createBuiltFiles(root: string): readonly BuiltIn[] {
  const folder = join(root, publicFolder)
  return [...listFiles(folder)].map(([path, file]) => ({
    method: 'GET',
    pattern: toSentPattern(path),
    owner: `the file "${file.path}". Move one of them.`,
    staysUp: true,
    answer: (request) => answer(request, folder, file),
  }))
}

interface BuiltFile {
  readonly path: string
  readonly cacheControl: string
  /** The available encodings, `identity` last. */
  readonly encodings: readonly Encoding[]
  readonly contents: Map<Encoding, Content>
}

type Encoding = 'br' | 'gzip' | 'identity'

interface Content {
  readonly type: string
  readonly bytes: Uint8Array
  readonly etag: string
}

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' }

// The names of files below `assets` contain a hash of their content.
const immutable = 'public, max-age=31536000, immutable'
const revalidated = 'public, max-age=0, must-revalidate'

function listFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  if (!existsSync(folder)) return new Map()
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(isFile)
    .map((entry) =>
      toPath(entry)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter(isPublic)
  const all = new Set(paths)
  const shown = paths.filter((path) => !isVariant(path, all))
  return new Map(
    shown.flatMap((path) => {
      const built = toBuiltFile(path, all)
      return toRequestPaths(path).map((requested) => [requested, built] as const)
    }),
  )
}

function isFile(entry: Dirent): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && statSync(toPath(entry)).isFile())
}

function toPath({ parentPath, name }: Dirent): string {
  return join(parentPath, name)
}

/** Hides dotfiles, except those below the standard `.well-known` (RFC 8615). */
function isPublic(path: string): boolean {
  return !/(?:^|\/)\./.test(path.replace(/^\.well-known\//, ''))
}

/**
 * The paths under which a file is requested: encoded by `encodeURI`, and as text, which any other notation is decoded to.
 * Browsers do not encode brackets, and `%c3` is the same as `%C3` (RFC 3986, 6.2.2.1).
 */
function toRequestPaths(path: string): readonly string[] {
  const encoded = encodeURI(`/${path}`).replaceAll('?', '%3F').replaceAll('#', '%23')
  // As text, a `%` of the name would be taken for an escape.
  return path.includes('%') ? [encoded] : [encoded, `/${path}`]
}

/** Whether a file is the compressed variant of another file. */
function isVariant(path: string, all: ReadonlySet<string>): boolean {
  return /\.(?:br|gz)$/.test(path) && all.has(path.replace(/\.(?:br|gz)$/, ''))
}

function toBuiltFile(path: string, all: ReadonlySet<string>): BuiltFile {
  const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']
  return {
    path,
    cacheControl: path.startsWith('assets/') ? immutable : revalidated,
    encodings: encodings.filter((encoding) => all.has(path + suffixes[encoding])),
    contents: new Map(),
  }
}

async function answer(request: HttpRequest, folder: string, built: BuiltFile): Promise<Reply> {
  if (built.encodings.length === 1) {
    return file(join(folder, built.path)).header('cache-control', built.cacheControl)
  }
  const encoding = toEncoding(request.header('accept-encoding'), built.encodings)
  const content = await load(folder, built, encoding)
  // The quoted tag may be in a list, or marked as weak by a proxy (RFC 9110, 13.1.2).
  const isFresh = request.header('if-none-match')?.includes(content.etag) === true
  const reply = isFresh
    ? new Reply(304, undefined, null)
    : new Reply(200, content.type, content.bytes)
  if (encoding !== 'identity' && !isFresh) reply.header('content-encoding', encoding)
  return reply
    .header('cache-control', built.cacheControl)
    .header('etag', content.etag)
    .vary('Accept-Encoding')
}

function toEncoding(accepted: string | undefined, available: readonly Encoding[]): Encoding {
  if (accepted === undefined) return 'identity'
  const negotiator = new Negotiator({ headers: { 'accept-encoding': toShortList(accepted) } })
  const accepts = negotiator.encodings([...available])
  return available.find((encoding) => accepts.includes(encoding)) ?? 'identity'
}

async function load(folder: string, built: BuiltFile, encoding: Encoding): Promise<Content> {
  const known = built.contents.get(encoding)
  if (known !== undefined) return known

  const bytes = readFileSync(join(folder, built.path + suffixes[encoding]))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`
  const { mime, isUtf8MimeType } = await loadSend()
  const type = mime.getType(built.path) ?? 'application/octet-stream'
  const content: Content = {
    type: isUtf8MimeType(type) ? `${type}; charset=utf-8` : type,
    bytes,
    etag,
  }
  built.contents.set(encoding, content)
  return content
}
