import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toIconTags } from './icon.ts'
import { toManifestAssets } from './manifest.ts'
import { findSamePages, readBuilds } from './builds.ts'
import { noAssets, type PageAssets } from './page-assets.ts'
import { findPageFiles } from './page-files.ts'

/** The folder of a built client, below the application's root. */
export const publicFolder = 'public'
/** The manifest of a built client, below its folder. */
export const clientManifest = '.vite/manifest.json'
export const manifestFile = `${publicFolder}/${clientManifest}`

/**
 * Loads the assets of an application from its build.
 *
 * Without a build, only the names of the pages are known. `version` replaces the hash by which clients
 * learn that their files are stale, and `base` is the prefix of the paths of files.
 */
export function loadAssets(root: string, { version, base = '' }: AssetOptions = {}): PageAssets {
  const manifest = join(root, manifestFile)
  const icon = toIconTags(join(root, publicFolder), base)
  if (existsSync(manifest)) {
    const assets = toManifestAssets(readFileSync(manifest, 'utf8'), { version, base })
    return { ...assets, earlier: findEarlier(root, assets.version, version), icon }
  }

  const names = findPageFiles(root)?.map(({ name }) => name)
  return {
    ...noAssets,
    icon,
    version: version ?? noAssets.version,
    names: names === undefined ? undefined : new Set(names),
  }
}

export interface AssetOptions {
  readonly version?: string | undefined
  readonly base?: string
}

/** The earlier builds. None if `version` was set, because its author decides which files belong to it. */
function findEarlier(
  root: string,
  version: string,
  set: string | undefined,
): PageAssets['earlier'] {
  if (set !== undefined) return noAssets.earlier
  return findSamePages(version, readBuilds(join(root, publicFolder)))
}
