/** A route as `routes --json` lists it. */
export interface ApiRoute {
  readonly name: string | null
  readonly method: string
  readonly path: string
  /** Where its answers have dates and big integers, for `revive`. */
  readonly values?: unknown
}
