import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { publicFolder } from '../assets/load-assets.ts'
import { findPageFiles } from '../assets/page-files.ts'
import { buildClient } from './build-client.ts'
import { buildRenderer } from './build-renderer.ts'
import { buildServer, writeMainFile } from './build-server.ts'
import { buildMails } from './mails/build-mails.ts'
import { compressFiles } from './compress-files.ts'
import { assertBuildFolder, emptyBuildFolder } from './versions/build-folder.ts'
import { keepEarlierBuilds } from './versions/earlier-builds.ts'

export interface BuildOptions {
  /** The application's root. */
  readonly root: string
  /** The main file. Default `main.ts`. */
  readonly entry?: string
  /** The application's migrations folder. Default `database/migrations`. */
  readonly migrations?: string | undefined
  /** The application's seeders folder. Default `database/seeders`. */
  readonly seeders?: string | undefined
  /** The output folder. An earlier build in it is deleted first. Default `build` below the root. */
  readonly folder?: string
  /** How many earlier builds keep their client files in that folder. Default `0`. */
  readonly keep?: number
}

/**
 * Builds an application for production: its client, if it has pages, and its server side. Throws `E_BUILD_FOLDER` and
 * deletes nothing if the folder is neither empty nor an earlier build, or if it contains the application. Throws
 * `E_SERVER_IMPORT` if a page or mail imports server code.
 */
export async function buildApplication(options: BuildOptions): Promise<void> {
  const { root, keep = 0 } = options
  const folder = options.folder ?? join(root, 'build')
  assertBuildFolder(root, folder)
  const build = (): Promise<void> => buildInto(folder, options)
  await (keep === 0 ? build() : keepEarlierBuilds(folder, keep, build))
}

async function buildInto(folder: string, options: BuildOptions): Promise<void> {
  const { root, entry = 'main.ts' } = options
  const { migrations = 'database/migrations', seeders = 'database/seeders' } = options
  await emptyBuildFolder(folder)
  // Build both in parallel: the bundler and the compression work in their own threads.
  const parts = await Promise.allSettled([
    buildClientSide(root, folder),
    buildServer(root, folder, { entry, migrations, seeders }),
  ])
  const failed = parts.find((part) => part.status === 'rejected')
  if (failed !== undefined) {
    await rm(folder, { recursive: true, force: true })
    throw failed.reason
  }
  // Write the main file last, so that no incomplete build can be started if this process is killed.
  writeMainFile(folder)
}

/** Builds the parts for pages and mails one after the other, because the first empties a folder that all write to. */
async function buildClientSide(root: string, folder: string): Promise<void> {
  if (findPageFiles(root) !== undefined) await buildClient(root, join(folder, publicFolder))
  else await copyPublicFiles(root, join(folder, publicFolder))
  await buildRenderer(root, folder)
  await buildMails(root, folder)
}

/** Copies and compresses the public files, as Vite does for an application with pages. */
async function copyPublicFiles(root: string, folder: string): Promise<void> {
  const files = join(root, 'public')
  if (!existsSync(files)) return
  await cp(files, folder, { recursive: true })
  await compressFiles(folder)
}
