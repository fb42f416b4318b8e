import { emptyIcon } from './icon.ts'

/** The client's files that documents need, from the build or the development server. */
export interface PageAssets {
  /** A text that changes whenever the client's files change. */
  readonly version: string
  /** The pages that are the same in an earlier build whose files still exist, by the version of that build. */
  readonly earlier: ReadonlyMap<string, ReadonlySet<string>>
  /** The names of the pages that exist; `undefined` if they are not known. */
  readonly names: ReadonlySet<string> | undefined
  /** Markup that links the application's icon, or an empty icon. */
  readonly icon: string
  /** The tags of a document that shows `component`. */
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
