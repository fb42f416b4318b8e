/** What a handler binds a parameter to, reduced to what routes and URLs need. */
export interface Need {
  /** The value that a URL takes for the parameter. */
  readonly url: unknown
  /** Whether a record is looked up, which may be missing; otherwise the value is only parsed. */
  readonly isRecord: boolean
  /** The value that a URL takes if the path names a column: `{post:slug}`. */
  readonly byColumn: object
  /** The table of a Tenon model; `never` for anything else. */
  readonly table: string
  /** The tables that the model's relations lead to. */
  readonly relatedTo: string
}
