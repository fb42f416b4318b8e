/** The application that the `tenon` command works on. */
export interface CommandLine {
  /** The application's folder. */
  readonly root: string
}
