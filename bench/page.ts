/**
 * Copies the benchmark results into the documentation page, and a summary into the readme: replaces
 * everything between a mark that names a file and the next end mark.
 *
 *     node bench/page.ts
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const pages = ['docs/reference/performance.md', 'README.md']
const marked = /(<!-- from (\S+) -->\n)[\s\S]*?(<!-- end -->)/g

export function refreshPages(): void {
  for (const page of pages) refresh(join(root, page))
}

function refresh(page: string): void {
  const text = readFileSync(page, 'utf8')
  const fresh = text.replaceAll(marked, (all: string, start: string, path: string, end: string) => {
    const file = join(root, path)
    return existsSync(file) ? `${start}\n${toPart(readFileSync(file, 'utf8'))}\n\n${end}` : all
  })
  writeFileSync(page, fresh)
}

/** Removes the title, since the page has its own, and moves headings down a level. */
function toPart(results: string): string {
  return results
    .replace(/^# .*\n/, '')
    .replaceAll(/^## /gm, '### ')
    .trim()
}

if (import.meta.main) refreshPages()
