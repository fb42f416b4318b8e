import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { publicFolder } from '../../assets/load-assets.ts'
import { noteFile, readBuilds, type ClientBuild } from '../../assets/builds.ts'
import { mainFile } from './build-folder.ts'

/**
 * Runs a build into a folder, and keeps the files of the last `keep` builds there, for tabs that have their pages open.
 * The client's files are beside the folder meanwhile, and come back if the build fails.
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

/** If a build was interrupted, the client before it is aside already. One that was finished since is newer. */
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

/** Copies what is not there yet: a file that two builds share has the same name in both. */
async function copyBuild(from: string, to: string, { version, files }: ClientBuild): Promise<void> {
  const copied = [noteFile(version), ...files].filter((file) => existsSync(join(from, file)))
  for (const file of copied) {
    await cp(join(from, file), join(to, file), { recursive: true, force: false })
  }
}
