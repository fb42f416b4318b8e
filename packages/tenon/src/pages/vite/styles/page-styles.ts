import { isCSSRequest, type DevEnvironment } from 'vite'
import { toHtmlText } from '../../assets/escape.ts'
import { findPageFiles, pagesFolder } from '../../assets/page-files.ts'
import { findClientEntry } from '../client-entry.ts'

export interface PageStylesOptions {
  readonly root: string
  /** The prefix of every path: empty, or `/app`. */
  readonly base: string
  readonly client: () => DevEnvironment
}

/**
 * Links to the style sheets of pages in development. Without the links, a page that the server has rendered would be
 * visible before its scripts insert the styles, and its layout would then shift.
 *
 * The links are for style sheets that the entry and the page import, directly or indirectly, in the order of a build.
 * Vite's client recognizes a link by `data-vite-dev-id`: it does not insert that style again, and replaces the link
 * when the file is saved.
 */
export class PageStyles {
  readonly #options: PageStylesOptions
  readonly #links = new Map<string, string>()

  constructor(options: PageStylesOptions) {
    this.#options = options
  }

  /** The links for a page that `find` has found last; empty before that. */
  linksOf(component: string): string {
    return this.#links.get(component) ?? ''
  }

  /** Finds the links for a page. Ignores failed modules: the browser shows the error when it loads the module. */
  async find(component: string): Promise<void> {
    const { root, base } = this.#options
    const page = findPageFiles(root)?.find(({ name }) => name === component)
    const entries = [
      findClientEntry(root).path,
      ...(page === undefined ? [] : [`/${pagesFolder}/${page.file}`]),
    ]
    const sheets = new Map<string, string>()
    const seen = new Set<string>()
    for (const path of entries) await this.#collect(path, { sheets, seen })
    const links = [...sheets].map(
      ([url, id]) =>
        `<link rel="stylesheet" href="${toHtmlText(base + url)}" data-vite-dev-id="${toHtmlText(id)}">\n`,
    )
    this.#links.set(component, links.join(''))
  }

  async #collect(url: string, found: FoundStyles): Promise<void> {
    if (found.seen.has(url)) return
    found.seen.add(url)
    const { client, base } = this.#options
    const result = await client()
      .transformRequest(url)
      .catch(() => null)
    for (const imported of toImports(result?.code ?? '', base)) {
      if (isStyleSheet(imported)) await this.#add(imported, found)
      else if (imported.startsWith('/') && !foreign.test(imported)) {
        await this.#collect(imported, found)
      }
    }
  }

  async #add(url: string, { sheets }: FoundStyles): Promise<void> {
    const module = await this.#options.client().moduleGraph.getModuleByUrl(url)
    if (module?.id != null) sheets.set(url, module.id)
  }
}

interface FoundStyles {
  /** The ids of style sheets by URL. */
  readonly sheets: Map<string, string>
  readonly seen: Set<string>
}

/** The URLs of static imports, in order, in a module that Vite has transformed. */
function toImports(code: string, base: string): readonly string[] {
  const urls = [...code.matchAll(staticImport)].map(([, url = '']) => url.replace(changed, ''))
  return urls.map((url) => (url.startsWith(`${base}/`) ? url.slice(base.length) : url))
}

const staticImport = /^\s*(?:import|export)\b(?:[^'"();]*?\bfrom)?\s*["']([^"']+)["']/gm
/** The query that Vite adds to the URL of a changed module. */
const changed = /[?&]t=\d+$/

/** Packages and Vite's own modules. They do not import styles of the application. */
const foreign = /^\/(?:@|node_modules\/)/

function isStyleSheet(url: string): boolean {
  return isCSSRequest(url) && !/[?&](?:url|raw|inline)\b/.test(url)
}
