import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { findAnchors, findLinks } from './markdown.ts'

/**
 * Lists the relative links that lead nowhere: to a missing file, or to a missing heading of a page.
 * Paths of `pages` are relative to `root`.
 */
export function findDeadLinks(root: string, pages: readonly string[]): readonly string[] {
  return pages.flatMap((page) => {
    const markdown = readFileSync(join(root, page), 'utf8')
    return findLinks(markdown)
      .filter(({ target }) => !/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(target))
      .flatMap(({ target, line }) => {
        const reason = whyDead(root, page, target)
        return reason === undefined ? [] : [`${page}:${line}: link "${target}": ${reason}`]
      })
  })
}

function whyDead(root: string, page: string, target: string): string | undefined {
  const [path = '', anchor] = decodeURI(target).split('#', 2)
  const file = path === '' ? join(root, page) : join(root, dirname(page), path)
  if (relative(root, file).startsWith('..')) return 'it leaves the repository'
  if (!existsSync(file)) return 'there is no such file'
  if (anchor === undefined || anchor === '' || statSync(file).isDirectory()) return undefined
  if (!file.endsWith('.md')) return undefined
  return findAnchors(readFileSync(file, 'utf8')).has(anchor)
    ? undefined
    : `${relative(root, file)} has no heading "#${anchor}"`
}
