import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toIconTags } from './icon.ts'
import { toManifestAssets } from './manifest.ts'
import { noAssets, type PageAssets } from './page-assets.ts'
import { findPageFiles } from './page-files.ts'

/** The folder of a built client, below the application's root. */
export const publicFolder = 'public'
export const manifestFile = 'public/.vite/manifest.json'

/**
 * Loads the assets of an application: those of its build, if it runs from one.
 *
 * Without a build, only the names of the pages are known. `version` replaces the hash that tells
 * clients that their files are stale.
 */
export function loadAssets(root: string, version?: string): PageAssets {
  const manifest = join(root, manifestFile)
  const icon = toIconTags(join(root, publicFolder))
  if (existsSync(manifest)) {
    return { ...toManifestAssets(readFileSync(manifest, 'utf8'), version), icon }
  }

  const names = findPageFiles(root)?.map(({ name }) => name)
  return {
    ...noAssets,
    icon,
    version: version ?? noAssets.version,
    names: names === undefined ? undefined : new Set(names),
  }
}
