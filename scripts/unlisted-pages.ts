import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findLinks } from './markdown.ts'

/** Lists the pages below an index's folder that no index links to. */
export function findUnlistedPages(
  root: string,
  index: string,
  pages: readonly string[],
): readonly string[] {
  const below = pages.filter((page) => page !== index && page.startsWith(`${dirname(index)}/`))
  const indexes = [index, ...below.filter((page) => page.endsWith('/README.md'))]
  const listed = new Set(indexes.flatMap((page) => linkedFrom(root, page)))
  return below
    .filter((page) => !listed.has(page))
    .map((page) => `${page}: no index links to it, add it to ${index}`)
}

function linkedFrom(root: string, page: string): readonly string[] {
  const links = findLinks(readFileSync(join(root, page), 'utf8'))
  return links.map(({ target }) => join(dirname(page), target.replace(/#.*/, '')))
}
