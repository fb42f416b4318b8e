import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { publicFolder } from '../../assets/load-assets.ts'
import { noteFile, readBuilds, type ClientBuild } from '../../assets/builds.ts'
import { mainFile } from './build-folder.ts'

/**
 * Runs a build into a folder, and keeps the client's files of the last `keep` builds there, for tabs that show their
 * pages. During the build these files are in a folder next to it. They are moved back if the build fails.
 */
export async function keepEarlierBuilds(
  folder: string,
  keep: number,
  build: () => Promise<void>,
): Promise<void> {
  const client = join(folder, publicFolder)
  const aside = `${folder}.earlier`
  await setAside(folder, aside)
  try {
    await build()
  } catch (error) {
    await putBack(aside, client)
    throw error
  }

  const built = new Set(readBuilds(client).map(({ version }) => version))
  const earlier = readBuilds(aside).filter(({ version }) => !built.has(version))
  for (const kept of earlier.slice(0, keep)) await copyBuild(aside, client, kept)
  await rm(aside, { recursive: true, force: true })
}

/**
 * Moves the client's files aside. An interrupted build may have left files there: they stay if no build has finished
 * since; otherwise they are added to the files of the newer build.
 */
async function setAside(folder: string, aside: string): Promise<void> {
  const client = join(folder, publicFolder)
  const isLeft = existsSync(aside)
  if (isLeft && !existsSync(join(folder, mainFile))) return
  if (isLeft) {
    for (const build of readBuilds(aside)) await copyBuild(aside, client, build)
    await rm(aside, { recursive: true })
  }
  if (existsSync(client)) await rename(client, aside)
}

async function putBack(aside: string, client: string): Promise<void> {
  if (!existsSync(aside)) return
  await rm(client, { recursive: true, force: true })
  await mkdir(dirname(client), { recursive: true })
  await rename(aside, client)
}

/** Copies the missing files of a build. A file that two builds share has the same name in both. */
async function copyBuild(from: string, to: string, { version, files }: ClientBuild): Promise<void> {
  const copied = [noteFile(version), ...files].filter((file) => existsSync(join(from, file)))
  for (const file of copied) {
    await cp(join(from, file), join(to, file), { recursive: true, force: false })
  }
}
