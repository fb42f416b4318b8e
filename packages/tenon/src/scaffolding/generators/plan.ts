/** What a generator writes, and `destroy` removes. */
export interface Plan {
  readonly files: readonly NewFile[]
  readonly edits: readonly Edit[]
  /** Advice to print after the list of written files. */
  readonly notes?: readonly string[]
}

/** A file to write; its path is relative to the application. */
export interface NewFile {
  readonly path: string
  readonly text: string
  /** Whether other files may use it too: it is kept if it exists, and removed once nothing imports it. */
  readonly isShared?: boolean
  /** The file that needs this one without importing it: as long as that file stays, `destroy` keeps this one. */
  readonly serves?: string
}

/** An edit of a file that the application already has. */
export interface Edit {
  readonly path: string
  /** The new file that the edit mentions; the edit stays as long as that file exists. Empty if it mentions none. */
  readonly serves: string
  /** Returns the text with the edit; `undefined` if the file does not look as expected. */
  readonly insert: (text: string) => string | undefined
  /** Returns the text without the edit; `undefined` if the edit cannot be found. */
  readonly remove: (text: string) => string | undefined
  /** The same edit as lines to print, so that you can make it yourself. */
  readonly lines: readonly string[]
}
