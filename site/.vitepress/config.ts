import { defineConfig } from 'vitepress'
import { toSlug } from '../../scripts/markdown.ts'
import { emptyHeaders, highlightOnce, plainBraces } from './markdown-plugins.ts'
import { toHead } from '../page-head.ts'
import { outFolder, repositoryUrl, siteUrl, stageFolder } from '../places.ts'
import { readDescriptions, readSections } from '../sidebar.ts'
import { toRepositoryPath } from '../stage-pages.ts'

const descriptions = readDescriptions(stageFolder)

export default defineConfig({
  title: 'Tenon',
  description: 'A full-stack TypeScript web framework, checked by the compiler',
  lang: 'en',
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  srcDir: '.pages',
  outDir: outFolder,
  cleanUrls: true,
  // Pages link to the reader's own application on localhost.
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    anchor: { slugify: toSlug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => markdown.use(plainBraces).use(emptyHeaders).use(highlightOnce),
  },
  transformPageData(page) {
    const description = descriptions.get(`/${page.relativePath.replace(/(?:index)?\.md$/, '')}`)
    if (description !== undefined) page.description = description
    page.frontmatter['head'] = toHead(page, siteUrl)
    page.frontmatter['source'] = `${repositoryUrl}/edit/main/${toRepositoryPath(page.relativePath)}`
  },
  transformHtml: markMainOfHome,
  ...(siteUrl === undefined ? {} : { sitemap: { hostname: siteUrl } }),
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    nav: [
      { text: 'Guide', link: '/guide/getting-started' },
      { text: 'Tutorial', link: '/tutorial/' },
      { text: 'Recipes', link: '/recipes/' },
      { text: 'Reference', link: '/reference/api/' },
      { text: 'Contents', link: '/contents' },
    ],
    sidebar: readSections(stageFolder).map(({ text, items }) => ({
      text,
      items: items.map((item) => ('items' in item ? { ...item, collapsed: true } : item)),
    })),
    outline: [2, 3],
    search: { provider: 'local' },
    editLink: {
      // Runs in the browser, where only the page is known.
      pattern: ({ frontmatter }) => frontmatter['source'],
      text: 'Correct this page',
    },
    notFound: {
      title: 'There is no such page',
      quote: 'It may have moved. The search and the list of contents know where.',
      link: '/contents',
      linkText: 'Contents',
    },
    socialLinks: [{ icon: 'github', link: repositoryUrl }],
  },
})

/** The home page of the default theme has no landmark for its content. */
function markMainOfHome(html: string): string {
  return html.replace(/(<div class="VPContent is-home" id="VPContent")/, '$1 role="main"')
}
