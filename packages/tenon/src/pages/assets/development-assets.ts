import { join } from 'node:path'
import { toIconTags } from './icon.ts'
import { publicFolder } from './load-assets.ts'
import type { PageAssets } from './page-assets.ts'
import { findPageFiles } from './page-files.ts'

/** What the development server provides for documents. */
export interface DevelopmentAssetOptions {
  readonly root: string
  /** Returns markup for a document's head; called for each document. */
  readonly head: () => string
}

/** Looks up pages and icons for every document, because you add and remove them while developing. */
export function createDevelopmentAssets({ root, head }: DevelopmentAssetOptions): PageAssets {
  return {
    version: '',
    earlier: new Map(),
    get names() {
      return new Set(findPageFiles(root)?.map(({ name }) => name))
    },
    get icon() {
      return toIconTags(join(root, publicFolder))
    },
    tags: () => ({ head: head(), link: undefined }),
  }
}
