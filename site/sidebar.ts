import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A section of the site's sidebar, as VitePress expects it. */
export interface SidebarSection {
  readonly text: string
  readonly items: SidebarItem[]
}

export interface SidebarItem {
  readonly text: string
  readonly link: string
  /** What the index says about the page after its title. */
  readonly description: string
  /** The pages that this one lists, if it is an index itself. */
  readonly items?: SidebarItem[]
}

/** The sections of the gathered pages: those of the index, and the doors' reference before the last. */
export function readSections(pages: string): SidebarSection[] {
  const sections = readSidebar(readFileSync(join(pages, 'contents.md'), 'utf8')).map(
    ({ text, items }) => ({ text, items: items.map((item) => withListed(pages, item)) }),
  )
  return sections.toSpliced(-1, 0, { text: 'API', items: readDoors(pages) })
}

/** What the index says about each page, by its link. */
export function readDescriptions(pages: string): ReadonlyMap<string, string> {
  const items = readSections(pages).flatMap((section) => section.items)
  const all = items.flatMap((item) => [item, ...(item.items ?? [])])
  return new Map(
    all
      .filter(({ description }) => description !== '')
      .map(({ link, text, description }) => [link, `${text}: ${description}.`]),
  )
}

/** Reads the sidebar from the index of the documentation: headings, groups in bold, lists of links. */
export function readSidebar(index: string): SidebarSection[] {
  const sections: SidebarSection[] = []
  for (const line of index.split('\n')) {
    const [, heading, group] = /^(?:## (.+)|\*\*(.+)\*\*)$/.exec(line) ?? []
    const text = heading ?? group
    if (text !== undefined) sections.push({ text, items: [] })
    if (line.startsWith('- ')) sections.at(-1)?.items.push(...readItems(line))
  }
  return sections.filter(({ items }) => items.length > 0)
}

function withListed(pages: string, item: SidebarItem): SidebarItem {
  if (!item.link.endsWith('/')) return item
  const items = readFileSync(join(pages, item.link, 'index.md'), 'utf8')
    .split('\n')
    .filter((line) => /^- \[[^\]]+\]\((?:\.\/)?[^/)]+\.md\)/.test(line))
    .flatMap(readItems)
    .map((each) => ({ ...each, link: item.link + each.link.slice(1) }))
  return items.length === 0 ? item : { ...item, items }
}

function readItems(line: string): SidebarItem[] {
  const [, description = ''] = /\)(?:: (.+))?$/.exec(line) ?? []
  return [...line.matchAll(/\[([^\]]+)\]\(\.?\/?([^)]+)\.md\)/g)].map(
    ([, text = '', path = '']) => ({
      text: text.charAt(0).toUpperCase() + text.slice(1),
      link: `/${path.replace(/(?:^|\/)index$/, '/')}`,
      description,
    }),
  )
}

function readDoors(pages: string): SidebarItem[] {
  const folder = join(pages, 'reference/api')
  return globSync('*.md', { cwd: folder })
    .filter((page) => page !== 'index.md')
    .map((page) => ({ page, title: /^# (.+)$/m.exec(readFileSync(join(folder, page), 'utf8')) }))
    .map(({ page, title }) => ({
      text: title?.[1] ?? page,
      link: `/reference/api/${page.slice(0, -'.md'.length)}`,
      description: '',
    }))
    .toSorted((one, other) => one.text.localeCompare(other.text))
}
