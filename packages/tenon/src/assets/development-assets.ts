import type { PageAssets } from './page-assets.ts'
import { findPageFiles } from './page-files.ts'

/** Assets as the development server offers them: its own client, then the application's entry. */
export interface DevelopmentAssetOptions {
  readonly root: string
  /** Paths of module scripts, in the order in which they run. */
  readonly scripts: readonly string[]
}

/** The pages are looked up anew for every document: they come and go while one works. */
export function createDevelopmentAssets({ root, scripts }: DevelopmentAssetOptions): PageAssets {
  const head = scripts.map((path) => `<script type="module" src="${path}"></script>\n`).join('')
  return {
    version: '',
    get names() {
      return new Set(findPageFiles(root)?.map(({ name }) => name))
    },
    tags: () => ({ head, link: undefined }),
  }
}
