import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toManifestAssets } from './manifest.ts'
import { noAssets, type PageAssets } from './page-assets.ts'
import { findPageFiles } from './page-files.ts'

/** Where a built client lies below the application's root. */
export const publicFolder = 'public'
export const manifestFile = 'public/.vite/manifest.json'

/**
 * The client's files of an application: those of its build, when it runs from one.
 *
 * Without a build, only the names of the pages are known. `version` replaces the hash by which
 * clients notice that their files are stale.
 */
export function loadAssets(root: string, version?: string): PageAssets {
  const manifest = join(root, manifestFile)
  if (existsSync(manifest)) return toManifestAssets(readFileSync(manifest, 'utf8'), version)

  const names = findPageFiles(root)?.map(({ name }) => name)
  return {
    ...noAssets,
    version: version ?? noAssets.version,
    names: names === undefined ? undefined : new Set(names),
  }
}
