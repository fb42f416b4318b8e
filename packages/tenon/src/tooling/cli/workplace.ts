/** The application that the `tenon` command works on. */
export interface Workplace {
  /** The application's folder. */
  readonly root: string
}
