import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { SetupError } from '../../../base/support/setup-error.ts'
import { clientManifest, publicFolder } from '../../assets/load-assets.ts'

/**
 * Checks that a build may empty a folder: the folder does not exist, is empty, or is an earlier build. Throws
 * `E_BUILD_FOLDER` for any other folder or file, and for a folder that is or contains the application.
 */
export function assertBuildFolder(root: string, folder: string): void {
  if (folder === '' || contains(folder, root)) throw applicationItself(folder)
  if (!existsSync(folder)) return
  if (statSync(folder).isDirectory() && (readdirSync(folder).length === 0 || isBuild(folder)))
    return
  throw otherFiles(folder)
}

/** Empties the folder of a build and marks it, so that the next build may empty it even if this build is killed. */
export async function emptyBuildFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), packageFile)
}

const packageFile = '{ "type": "module", "private": true }\n'

/** The file that starts a build. It is written last. */
export const mainFile = 'main.js'

/** The end of the main file. */
export const startOfBuild = `await import('./app.js')\n`

/**
 * Whether a folder is a build. One of the signs is enough: an administrator may have changed `package.json` to add
 * packages, and a failed build leaves only the files of earlier ones.
 */
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

/** Whether a folder is the other folder, or contains it. */
function contains(folder: string, other: string): boolean {
  const path = relative(toRealPath(folder), toRealPath(other))
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/** The path with symbolic links resolved. Its last parts may not exist yet. */
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
