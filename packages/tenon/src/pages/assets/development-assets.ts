import type { PageAssets } from './page-assets.ts'
import { findPageFiles } from './page-files.ts'

/** Assets as the development server offers them. */
export interface DevelopmentAssetOptions {
  readonly root: string
  /** Markup for the head of a document: it is asked for anew for each of them. */
  readonly head: () => string
}

/** The pages are looked up anew for every document: they come and go while one works. */
export function createDevelopmentAssets({ root, head }: DevelopmentAssetOptions): PageAssets {
  return {
    version: '',
    get names() {
      return new Set(findPageFiles(root)?.map(({ name }) => name))
    },
    tags: () => ({ head: head(), link: undefined }),
  }
}
