import { emptyIcon } from './icon.ts'

/** The client's files that a document needs: from the build, the development server, or none. */
export interface PageAssets {
  /** Changes whenever the client's files do. */
  readonly version: string
  /** The pages that an earlier build, whose files are still there, shows as this one does; by its version. */
  readonly earlier: ReadonlyMap<string, ReadonlySet<string>>
  /** The names of the pages that exist; `undefined` if they are not known. */
  readonly names: ReadonlySet<string> | undefined
  /** Markup that links the application's icon, or an empty one. */
  readonly icon: string
  /** The tags that a document showing `component` needs. */
  tags(component: string): AssetTags
}

export interface AssetTags {
  /** Markup for the document's head. */
  readonly head: string
  /** The `Link` header that lets the browser start loading before it has read the document. */
  readonly link: string | undefined
}

/** The assets of an application without a client, for example in tests of its handlers. */
export const noAssets: PageAssets = {
  version: '',
  earlier: new Map(),
  names: undefined,
  icon: emptyIcon,
  tags: () => noTags,
}

const noTags: AssetTags = { head: '', link: undefined }
