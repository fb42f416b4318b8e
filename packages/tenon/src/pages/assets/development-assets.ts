import { join } from 'node:path'
import { toIconTags } from './icon.ts'
import { publicFolder } from './load-assets.ts'
import type { PageAssets } from './page-assets.ts'
import { findPageFiles } from './page-files.ts'

/** The parts of a document that the development server provides. */
export interface DevelopmentAssetOptions {
  readonly root: string
  /** The prefix of the paths of files. Default: no prefix. */
  readonly base?: string
  /** Returns markup for the head of a document with this page; called for each document. */
  readonly head: (component: string) => string
}

/** Looks up pages and icons for every document, because you add and remove them while developing. */
export function createDevelopmentAssets({ root, base, head }: DevelopmentAssetOptions): PageAssets {
  return {
    version: '',
    earlier: new Map(),
    get names() {
      return new Set(findPageFiles(root)?.map(({ name }) => name))
    },
    get icon() {
      return toIconTags(join(root, publicFolder), base)
    },
    tags: (component) => ({ head: head(component), link: undefined }),
  }
}
