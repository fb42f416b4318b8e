/** What a handler binds a parameter to, as far as routes and URLs have to know. */
export interface Need {
  /** The value that a URL takes for the parameter. */
  readonly url: unknown
  /** The same, where the path names a column: `{post:slug}`. */
  readonly byColumn: object
  /** The table of a model of ours; `never` for anything else. */
  readonly table: string
  /** The tables that relations lead to from that model. */
  readonly relatedTo: string
}
