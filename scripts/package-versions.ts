import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The published packages, in the order of publishing: an application made by the second needs the first. */
export const publishedPackages = [
  { name: 'tenon', folder: 'packages/tenon' },
  { name: 'create-tenon', folder: 'packages/create-tenon' },
] as const

/** The files that name the version. */
export const versionedFiles: readonly string[] = [
  ...publishedPackages.map(({ folder }) => `${folder}/package.json`),
  'packages/tenon/src/base/support/packages/version.ts',
  'package-lock.json',
]

export function readVersion(workspace: string): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(workspace, 'packages/tenon/package.json'), 'utf8'),
  )
  return manifest.version
}

/** Gives both packages a version. */
export function writeVersion(workspace: string, version: string): void {
  for (const { folder } of publishedPackages) {
    change(join(workspace, folder, 'package.json'), (text) =>
      text.replace(/"version": "[^"]*"/, `"version": "${version}"`),
    )
  }
  change(join(workspace, 'packages/tenon/src/base/support/packages/version.ts'), (text) =>
    text.replace(/version = '[^']*'/, `version = '${version}'`),
  )
  change(join(workspace, 'package-lock.json'), (text) => toLock(text, version))
}

function toLock(text: string, version: string): string {
  const lock: { packages: Record<string, { version?: string }> } = JSON.parse(text)
  for (const { folder } of publishedPackages) {
    const entry = lock.packages[folder]
    if (entry !== undefined) entry.version = version
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

function change(path: string, edit: (text: string) => string): void {
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
}
