import { randomBytes } from 'node:crypto'
import { cpSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Refusal } from './refusal.ts'

/**
 * Creates an application in a folder that does not exist or is empty: the template under the
 * folder's name, with a key of its own. Throws a `Refusal` and touches nothing when it cannot.
 */
export function createApp(folder: string, template: string): void {
  const name = toPackageName(basename(folder))
  assertFree(folder)

  cpSync(template, folder, { recursive: true })
  // npm leaves out files of this name when it packs the template.
  renameSync(join(folder, '_gitignore'), join(folder, '.gitignore'))
  namePackage(join(folder, 'package.json'), name)
  // Only its owner reads the key.
  writeFileSync(join(folder, '.env'), environmentFile(), { mode: 0o600 })
}

function assertFree(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isDirectory() && readdirSync(folder).length === 0) return
  const problem = found.isDirectory() ? 'is not empty' : 'is no folder'
  throw new Refusal(`"${folder}" ${problem}. Name an empty folder, or a new one.`)
}

/** `My App` → `my-app`, by the rules of npm. */
function toPackageName(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '')
  if (name !== '' && name.length <= 214) return name
  throw new Refusal(`"${text}" cannot name a package. Use letters, digits and dashes.`)
}

function namePackage(path: string, name: string): void {
  const manifest: object = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, `${JSON.stringify({ ...manifest, name }, null, 2)}\n`)
}

function environmentFile(): string {
  const key = randomBytes(32).toString('base64url')
  return `# For this machine only; what production needs is set in its environment.\nAPP_KEY=${key}\n`
}
