import { randomBytes } from 'node:crypto'
import {
  cpSync,
  globSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { Refusal } from './refusal.ts'

/**
 * Creates an application in a new or empty folder: a copy of the template, named after the folder, with
 * its own key. Throws a `Refusal` and changes nothing if it cannot.
 */
export function createApp(folder: string, template: string): void {
  const name = toPackageName(basename(folder))
  assertFree(folder)

  cpSync(template, folder, { recursive: true })
  // npm omits files of this name when it packs the template.
  renameSync(join(folder, '_gitignore'), join(folder, '.gitignore'))
  namePackage(join(folder, 'package.json'), name)
  nameReadme(join(folder, 'README.md'), name)
  namePages(folder, name)
  // Only the owner can read the key.
  writeFileSync(join(folder, '.env'), environmentFile(), { mode: 0o600 })
}

function assertFree(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isDirectory() && readdirSync(folder).length === 0) return
  const problem = found.isDirectory() ? 'is not empty' : 'is not a folder'
  throw new Refusal(`"${folder}" ${problem}. Use an empty folder, or a new one.`)
}

/** `My App` → `my-app`, following the rules of npm. */
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

/** The heading of the readme is its first line. */
function nameReadme(path: string, name: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^# .*/, `# ${name}`))
}

/** Names the application, such as My App for `my-app`: in `brand.ts`, in the layout and the title, or in the OpenAPI document. */
function namePages(folder: string, name: string): void {
  const words = name.split(/[._-]+/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
  for (const file of globSync(
    '{main.ts,resources/{app.ts*,components/*Layout.*,components/accounts/brand.ts}}',
    { cwd: folder },
  )) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    const named = text.replace(/(?<=export const brand = )'.*'/, `'${words.join(' ')}'`)
    writeFileSync(path, named.replaceAll('My App', words.join(' ')))
  }
}

function environmentFile(): string {
  const key = randomBytes(32).toString('base64url')
  return `# For this machine only. In production, set variables in the environment.\nAPP_KEY=${key}\n`
}
