import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { SetupError } from '../../../base/support/setup-error.ts'
import { clientManifest, publicFolder } from '../../assets/load-assets.ts'

/**
 * Checks that a build may empty a folder: it is not there yet, it is empty, or it is an earlier build. Throws
 * `E_BUILD_FOLDER` for the application itself, what contains it, and any other folder or file.
 */
export function assertBuildFolder(root: string, folder: string): void {
  if (folder === '' || contains(folder, root)) throw applicationItself(folder)
  if (!existsSync(folder)) return
  if (statSync(folder).isDirectory() && (readdirSync(folder).length === 0 || isBuild(folder)))
    return
  throw otherFiles(folder)
}

/** Empties the folder of a build, and marks it, so that the next build may empty it if this one is killed. */
export async function emptyBuildFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), packageFile)
}

const packageFile = '{ "type": "module", "private": true }\n'

/** What starts a build, and is written last. */
export const mainFile = 'main.js'

/** The end of that file. */
export const startOfBuild = `await import('./app.js')\n`

/** One of these is enough: an administrator may have added packages, and a failed build leaves the files of earlier ones. */
function isBuild(folder: string): boolean {
  return (
    read(join(folder, 'package.json')) === packageFile ||
    read(join(folder, mainFile)).endsWith(startOfBuild) ||
    existsSync(join(folder, publicFolder, clientManifest))
  )
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** Whether a folder is the other one, or one of those above it. */
function contains(folder: string, other: string): boolean {
  const path = relative(toRealPath(folder), toRealPath(other))
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/** The path without symbolic links, of which the last parts may not exist yet. */
function toRealPath(path: string): string {
  const whole = resolve(path)
  if (existsSync(whole)) return realpathSync.native(whole)
  return join(toRealPath(dirname(whole)), relative(dirname(whole), whole))
}

function applicationItself(folder: string): SetupError {
  return new SetupError(
    'E_BUILD_FOLDER',
    `A build empties its folder, and "${folder}" is the application or contains it. Name a folder of its own, such as --out=build.`,
  )
}

function otherFiles(folder: string): SetupError {
  return new SetupError(
    'E_BUILD_FOLDER',
    `A build empties its folder, and "${folder}" has files that are not from a build. Name another folder, or delete it yourself.`,
  )
}
