import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The texts of a kit's files, by their paths in an application. */
export type KitFiles = Readonly<Record<string, string>>

/** The kits, with where their files are in the workspace. */
const sources = {
  accounts: 'examples/accounts',
  teams: 'packages/create-tenon/templates/teams',
} as const

/** What can be added to an application. */
export type KitName = keyof typeof sources

export const kitNames: readonly KitName[] = ['accounts', 'teams']

/** Where the build puts the files of the kits, beside the code that it has built. */
const packed = join(import.meta.dirname, '../../../kits')
const workspace = join(import.meta.dirname, '../../../../../..')

/** Returns the files that an application with a kit has: those in the workspace, which the build puts into the package. */
export function readKit(name: KitName): KitFiles {
  const path = join(packed, `${name}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : readKitSource(name)
}

/** Reads the files of a kit in the workspace that are for every application, not only for a new one. */
export function readKitSource(name: KitName): KitFiles {
  const folder = join(workspace, sources[name])
  const paths = globSync('{app,database,resources,tests}/**', { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !onlyForNew.test(path))
  return Object.fromEntries(
    paths.toSorted().map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
}

/** What an application has already: its routes, its first page, its error page, its types. */
const onlyForNew =
  /^app\/(?:routes|controllers\/home)\.ts$|^resources\/(?:[^/]+$|pages\/[^/]+$)|^tests\/home\./
