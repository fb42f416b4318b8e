import { createHash } from 'node:crypto'
import { once } from '../../base/support/once.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toHtmlText } from './escape.ts'
import { toPageName } from './page-files.ts'
import type { AssetTags, PageAssets } from './page-assets.ts'

/** An entry of Vite's manifest: one file of the client. */
export interface ManifestChunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}

export type Manifest = Readonly<Record<string, ManifestChunk>>

/** Reads the text of a build's manifest. Writes the tags of a page when they are first needed. */
export function toManifestAssets(
  text: string,
  { version = toVersion(text), base = '' }: { version?: string | undefined; base?: string } = {},
): Omit<PageAssets, 'earlier' | 'icon'> {
  const manifest = parseManifest(text)
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true)
  const toTags = (keys: readonly string[]): AssetTags =>
    writeTags(collect(manifest, keys), { entries: toFiles(manifest, entries), base })
  const pages = new Map<string, () => AssetTags>()
  for (const key of Object.keys(manifest)) {
    const name = toPageName(key)
    if (name !== undefined)
      pages.set(
        name,
        once(() => toTags([...entries, key])),
      )
  }

  const entryTags = once(() => toTags(entries))
  return {
    version,
    // An application that bundles its pages into the entry has no separate chunks for them.
    names: pages.size === 0 ? undefined : new Set(pages.keys()),
    tags: (component) => (pages.get(component) ?? entryTags)(),
  }
}

/** The version of a build's files: a hash of the text of its manifest. */
export function toVersion(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function parseManifest(text: string): Manifest {
  try {
    const manifest: unknown = JSON.parse(text)
    if (isManifest(manifest)) return manifest
  } catch {
    // Reported below.
  }
  throw new SetupError(
    'E_MANIFEST',
    'The manifest of the built client cannot be read. Build the application again.',
  )
}

function isManifest(value: unknown): value is Manifest {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((chunk: unknown) => {
      return typeof chunk === 'object' && chunk !== null && 'file' in chunk
    })
  )
}

function toFiles(manifest: Manifest, keys: readonly string[]): ReadonlySet<string | undefined> {
  return new Set(keys.map((key) => manifest[key]?.file))
}

interface Written {
  /** The files of the entries. */
  readonly entries: ReadonlySet<string | undefined>
  readonly base: string
}

/** The tags for chunks: styles, entries, and preloads for the rest. */
function writeTags(chunks: readonly ManifestChunk[], { entries, base }: Written): AssetTags {
  const toPath = (file: string): string => base + toHtmlText(encodeURI(`/${file}`))
  const scripts = chunks.map(({ file }) => file).filter((file) => file.endsWith('.js'))
  const preloads = scripts.filter((file) => !entries.has(file))
  const styles = [...new Set(chunks.flatMap(({ css = [] }) => css))]

  const lines = [
    ...styles.map((file) => `<link rel="stylesheet" href="${toPath(file)}">`),
    ...scripts
      .filter((file) => entries.has(file))
      .map((file) => `<script type="module" src="${toPath(file)}"></script>`),
    ...preloads.map((file) => `<link rel="modulepreload" href="${toPath(file)}">`),
  ]
  const links = [
    ...styles.map((file) => `<${toPath(file)}>; rel=preload; as=style`),
    ...scripts.map((file) => `<${toPath(file)}>; rel=modulepreload`),
  ]
  return {
    head: lines.map((line) => `${line}\n`).join(''),
    link: links.length === 0 ? undefined : links.join(', '),
  }
}

/** The chunks at `keys`, each followed by its imports, without duplicates. */
function collect(manifest: Manifest, keys: readonly string[]): readonly ManifestChunk[] {
  const found = new Map<string, ManifestChunk>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (chunk === undefined || found.has(key)) return
    found.set(key, chunk)
    chunk.imports?.forEach(visit)
  }
  keys.forEach(visit)
  return [...found.values()]
}
