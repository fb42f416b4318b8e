import { cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { replaceLinks } from '../scripts/markdown.ts'
import { repositoryUrl, siteFolder } from './places.ts'

/** Pages of the repository's root that belong to the site. */
const projectPages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']

/**
 * Copies the documentation into a folder as VitePress expects it. A link to a page leads to the page's
 * new place; a link to any other file leads into the repository.
 */
export function stagePages(root: string, folder: string): void {
  const pages = globSync('docs/**/*.md', { cwd: root }).concat(projectPages)
  for (const page of pages) {
    const markdown = readFileSync(join(root, page), 'utf8')
    write(join(folder, toSitePath(page)), toSitePage(root, page, markdown))
  }
  cpSync(join(root, 'docs/images'), join(folder, 'images'), { recursive: true })
  cpSync(join(siteFolder, 'home.md'), join(folder, 'index.md'))
  cpSync(join(siteFolder, 'icon.svg'), join(folder, 'public/icon.svg'))
}

/** Turns a page of the repository into a page of the site. */
export function toSitePage(root: string, page: string, markdown: string): string {
  const linked = replaceLinks(markdown, (target) => toSiteTarget(root, page, target))
  return withoutMarks(linked)
}

/** The path of a page of the repository on the site: `docs/guide/routing.md` is `guide/routing.md`. */
export function toSitePath(page: string): string {
  if (page === 'docs/README.md') return 'contents.md'
  if (!page.startsWith('docs/')) return `project/${page.toLowerCase()}`
  return page.slice('docs/'.length).replace(/README\.md$/, 'index.md')
}

/** The file of the repository that a page of the site was made from. */
export function toRepositoryPath(page: string): string {
  if (page === 'index.md') return 'site/home.md'
  if (page === 'contents.md') return 'docs/README.md'
  if (!page.startsWith('project/')) return `docs/${page.replace(/index\.md$/, 'README.md')}`
  return `${page.slice('project/'.length, -'.md'.length).toUpperCase()}.md`
}

function toSiteTarget(root: string, page: string, target: string): string {
  if (/^(?:[a-z][a-z+.-]*:|\/\/|#)/i.test(target)) return target
  const [path = '', anchor] = target.split('#', 2)
  const file = join(dirname(page), path)
  const fragment = anchor === undefined ? '' : `#${anchor}`
  return `${isOnSite(file) ? fromPage(page, file) : inRepository(root, file)}${fragment}`
}

function isOnSite(file: string): boolean {
  return projectPages.includes(file) || /^docs\/(?:.+\.md|images\/.+)$/.test(file)
}

function fromPage(page: string, file: string): string {
  const path = relative(dirname(toSitePath(page)), toSitePath(file))
  return path.startsWith('.') ? path : `./${path}`
}

/** The address of a file or folder that is only in the repository. */
export function inRepository(root: string, file: string): string {
  const kind = statSync(join(root, file)).isDirectory() ? 'tree' : 'blob'
  return `${repositoryUrl}/${kind}/main/${file}`
}

/** Removes the marks for our checks from code fences, because VitePress knows only the language. */
function withoutMarks(markdown: string): string {
  return markdown.replaceAll(/^( *```\w+) +[^\n{[]*$/gm, '$1')
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
