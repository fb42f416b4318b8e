import { fileURLToPath } from 'node:url'

/** A place in a source file, from a line of a stack. */
export interface SourceLocation {
  /** The absolute path. */
  readonly file: string
  readonly row: string
  readonly column: string
}

/** Reads the place that a line of a stack names; `undefined` for code without a file. */
export function parseStackLine(line: string): SourceLocation | undefined {
  const place = /(?:at (?:async )?|\()((?:file:|\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)\)?$/.exec(line)
  if (place === null) return undefined
  const [, file = '', row = '', column = ''] = place
  return { file: file.startsWith('file:') ? fileURLToPath(file) : file, row, column }
}

/** Writes a place as `app/routes.ts:12:5`, relative to the working directory if it is inside. */
export function formatLocation({ file, row, column }: SourceLocation): string {
  const root = `${process.cwd()}/`
  return `${file.startsWith(root) ? file.slice(root.length) : file}:${row}:${column}`
}
