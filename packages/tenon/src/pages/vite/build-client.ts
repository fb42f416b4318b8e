import { globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { InlineConfig } from 'vite'
import { noteFile, type ClientBuild } from '../assets/builds.ts'
import { clientManifest } from '../assets/load-assets.ts'
import { toVersion } from '../assets/manifest.ts'
import { renderBuiltUrl } from './base-config.ts'
import { buildInsideBoundary } from './boundary/build-inside-boundary.ts'
import { findClientEntry } from './client-entry.ts'
import { compressFiles } from './compress-files.ts'
import { PageVersions } from './versions/page-versions.ts'

/** Builds the client into `folder`: hashed files, the manifest, compressed variants, and a note with page versions. */
export async function buildClient(root: string, folder: string): Promise<void> {
  const pages = new PageVersions(root)
  const own: InlineConfig = {
    plugins: [pages.plugin],
    experimental: { renderBuiltUrl },
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { input: { app: findClientEntry(root).input } },
    },
  }
  await buildInsideBoundary(root, own)
  await compressFiles(folder)
  await writeNote(folder, pages.found)
}

async function writeNote(folder: string, pages: ClientBuild['pages']): Promise<void> {
  const build: ClientBuild = {
    version: toVersion(readFileSync(join(folder, clientManifest), 'utf8')),
    builtAt: Date.now(),
    pages,
    files: globSync('assets/**/*.*', { cwd: folder }).map((path) => path.replaceAll('\\', '/')),
  }
  const path = join(folder, noteFile(build.version))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify(build))
}
