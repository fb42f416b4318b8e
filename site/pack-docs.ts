import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceLinks } from '../scripts/markdown.ts'
import { toIndex } from './llms.ts'
import { readSidebar } from './sidebar.ts'
import { inRepository } from './stage-pages.ts'

/**
 * Writes the documentation into a package, for coding agents and people without a network: the pages
 * below `docs/`, and `llms.txt` with a link to each. Links to anything else lead into the repository.
 */
export function packDocs(root: string, folder: string): void {
  rmSync(join(folder, 'docs'), { recursive: true, force: true })
  const pages = globSync('docs/**/*.md', { cwd: root }).filter(isPacked)
  const packed = new Set(pages)
  for (const page of pages) {
    const markdown = readFileSync(join(root, page), 'utf8')
    const text = replaceLinks(markdown, (target) => toPackedTarget(root, page, target, packed))
    mkdirSync(dirname(join(folder, page)), { recursive: true })
    writeFileSync(join(folder, page), text)
  }
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8')
  const listed = readSidebar(index).map(({ text, items }) => ({
    text,
    items: items.filter(({ link }) => packed.has(`docs${link.replace(/\/$/, '/README')}.md`)),
  }))
  const sections = listed.filter(({ items }) => items.length > 0)
  writeFileSync(join(folder, 'llms.txt'), toIndex(sections, 'docs/', 'README'))
}

/** Leaves out the decisions, which nobody needs to use Tenon. */
function isPacked(page: string): boolean {
  return !page.startsWith('docs/decisions/')
}

function toPackedTarget(
  root: string,
  page: string,
  target: string,
  packed: ReadonlySet<string>,
): string {
  const [path = '', fragment = ''] = target.split(/(?=#)/)
  if (path === '' || path.startsWith('#') || /^[a-z][a-z+.-]*:/i.test(target)) return target
  const file = join(dirname(page), path)
  return packed.has(file) ? target : inRepository(root, file) + fragment
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  packDocs(root, join(root, 'packages/tenon'))
}
