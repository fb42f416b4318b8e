import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * What to do about a package that Node does not find: Node remembers which packages are not installed, so a process
 * that has looked for one never finds it.
 */
export function findPackageHint(error: unknown, root: string): string | undefined {
  const name = findMissingPackage(error)
  if (name === undefined) return undefined
  return isInstalled(name, root)
    ? `${name} is installed. Restart tenon dev, which does not find packages that are installed while it runs.`
    : 'Then restart tenon dev, which does not find packages that are installed while it runs.'
}

function findMissingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const [, name] = /^Cannot find package '([^'/]+(?:\/[^'/]+)?)'/.exec(error.message) ?? []
  return name ?? findMissingPackage(error.cause)
}

function isInstalled(name: string, folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return true
  const parent = dirname(folder)
  return parent !== folder && isInstalled(name, parent)
}
