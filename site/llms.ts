import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSections, type SidebarItem, type SidebarSection } from './sidebar.ts'

const summary =
  '> Tenon is a full-stack web framework for Node, written in TypeScript. Routes, handlers, models, ' +
  'pages and URLs are plain values, and the compiler checks that they fit together.'

/**
 * Writes what language models read: `llms.txt` with a link to each page, `llms-full.txt` with their
 * text, and the pages themselves as Markdown beside their HTML. See https://llmstxt.org.
 */
export function writeIndexForModels(pages: string, site: string): void {
  const sections = readSections(pages)
  const paths = sections
    .flatMap(({ items }) => withNested(items))
    .map(({ link }) => toMarkdownPath(link))

  writeFileSync(join(site, 'llms.txt'), toIndex(sections))
  const texts = paths.map((path) => readFileSync(join(pages, path), 'utf8').trim())
  writeFileSync(join(site, 'llms-full.txt'), `${texts.join('\n\n---\n\n')}\n`)
  for (const path of paths) cpSync(join(pages, path), join(site, path))
}

/**
 * The index: a summary, then a list of links per section. `base` is where the pages are, `folderPage` the
 * page of a folder.
 */
export function toIndex(
  sections: readonly SidebarSection[],
  base = '/',
  folderPage = 'index',
): string {
  const lists = sections.map(({ text, items }) => {
    const lines = withNested(items).map((item) => {
      const link = `- [${item.text}](${base}${toMarkdownPath(item.link, folderPage)})`
      return item.description === '' ? link : `${link}: ${item.description}`
    })
    return `## ${text}\n\n${lines.join('\n')}\n`
  })
  return ['# Tenon\n', `${summary}\n`, ...lists].join('\n')
}

function withNested(items: readonly SidebarItem[]): readonly SidebarItem[] {
  return items.flatMap((item) => [item, ...(item.items ?? [])])
}

function toMarkdownPath(link: string, folderPage = 'index'): string {
  return `${link.slice(1)}${link.endsWith('/') ? folderPage : ''}.md`
}
