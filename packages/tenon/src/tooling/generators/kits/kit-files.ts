import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The texts of a kit's files, by their paths in an application. */
export type KitFiles = Readonly<Record<string, string>>

/** Where the build puts the files of the kit, beside the code that it has built. */
const packed = join(import.meta.dirname, '../../../kits/accounts.json')
const example = join(import.meta.dirname, '../../../../../../examples/accounts')

/**
 * Returns the files that an application with accounts has: those of the example in the workspace, which
 * the build puts into the package.
 */
export function readAccountsKit(): KitFiles {
  return existsSync(packed) ? JSON.parse(readFileSync(packed, 'utf8')) : readExample()
}

/** Reads the files of the example that are for every application, not only for a new one. */
export function readExample(): KitFiles {
  const paths = globSync('{app,database,resources,tests}/**', { cwd: example })
    .filter((path) => statSync(join(example, path)).isFile())
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !onlyForNew.test(path))
  return Object.fromEntries(
    paths.toSorted().map((path) => [path, readFileSync(join(example, path), 'utf8')]),
  )
}

/** What an application has already: its routes, its first page, its error page, its types. */
const onlyForNew =
  /^app\/(?:routes|controllers\/home)\.ts$|^resources\/(?:[^/]+$|pages\/[^/]+$)|^tests\/home\./
