import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of an application's pages, below its root. */
export const pagesFolder = 'resources/pages'

const pageFile = /^(.+)\.(?:tsx|jsx|vue|svelte)$/

/** A page's component: its name, such as `Todos/Index`, and its file below the pages folder. */
export interface PageFile {
  readonly name: string
  readonly file: string
}

/** Finds the page files of an application, sorted by name; `undefined` without a pages folder. */
export function findPageFiles(root: string): readonly PageFile[] | undefined {
  const folder = join(root, pagesFolder)
  if (!existsSync(folder)) return undefined

  return globSync('**/*', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .flatMap(toPageFile)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Converts a file's path below the root, as in a manifest, to the name of its page; `undefined` if it is not a page.
 */
export function toPageName(path: string): string | undefined {
  const prefix = `${pagesFolder}/`
  if (!path.startsWith(prefix)) return undefined
  return toPageFile(path.slice(prefix.length))[0]?.name
}

function toPageFile(file: string): readonly PageFile[] {
  const name = pageFile.exec(file)?.[1]
  return name === undefined || /\.(?:test|spec|stories)$/.test(name) ? [] : [{ name, file }]
}
