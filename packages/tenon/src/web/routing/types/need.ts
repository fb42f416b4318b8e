/** What a handler binds a parameter to, reduced to what routes and URLs need. */
export interface Need {
  /** The value that a URL takes for the parameter. */
  readonly url: unknown
  /** Whether it is looked up, so that it may be missing, and not only parsed. */
  readonly isRecord: boolean
  /** The same if the path names a column: `{post:slug}`. */
  readonly byColumn: object
  /** The table of a Tenon model; `never` for anything else. */
  readonly table: string
  /** The tables that the model's relations lead to. */
  readonly relatedTo: string
}
