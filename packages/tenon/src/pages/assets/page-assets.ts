/** The client's files as a document needs them; the build, the development server or none is behind. */
export interface PageAssets {
  /** Changes whenever the client's files do. */
  readonly version: string
  /** The names of the pages that exist; `undefined` when that is not known here. */
  readonly names: ReadonlySet<string> | undefined
  /** What a document that shows `component` loads. */
  tags(component: string): AssetTags
}

export interface AssetTags {
  /** Markup for the document's head. */
  readonly head: string
  /** The `Link` header that lets the browser start before it has read the document. */
  readonly link: string | undefined
}

/** The assets of an application without a client, as in tests of its handlers. */
export const noAssets: PageAssets = {
  version: '',
  names: undefined,
  tags: () => noTags,
}

const noTags: AssetTags = { head: '', link: undefined }
