import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A file of the application that cannot be read as code, and where. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly #place: SourcePlace

  constructor(message: string, place: SourcePlace) {
    super(message)
    this.#place = place
    // The one frame that helps: what a parser did to find the mistake tells nobody anything.
    this.stack = `${this.name}: ${message}\n    at ${place.file}:${place.line}:${place.column}`
  }

  /** The mistake in one line, which begins with the place, relative to `root`. */
  describe(root: string): string {
    const { file, line, column } = this.#place
    return `${relative(root, file)}:${line}:${column} ${this.message}`
  }
}

/** A place in a file; lines and columns count from 1. */
export interface SourcePlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * Gives an error of a parser or resolver its place; leaves every other error as it is. On its way
 * out of Vite an error loses its class and keeps its properties.
 */
export function toSourceError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const place = toPlace(error)
  return place === undefined ? error : new SourceError(toSentence(error), place)
}

function toPlace(error: FromVite): SourcePlace | undefined {
  if (error.code === missingFile) return toImporter(error)
  const file = error.loc?.file ?? error.id
  if (error.plugin === undefined || file === undefined) return undefined
  // Parsers count columns from 0.
  return { file, line: error.loc?.line ?? 1, column: (error.loc?.column ?? 0) + 1 }
}

const missingFile = 'ERR_LOAD_URL'

/** A file that is not there has no place; the import of it has. */
function toImporter({ runnerError }: FromVite): SourcePlace | undefined {
  const frame = /\((\/[^()]+|[A-Za-z]:[^()]+):(\d+):(\d+)\)$/m.exec(runnerError?.stack ?? '')
  if (frame === null) return undefined
  const [, file = '', line, column] = frame
  return { file, line: Number(line), column: Number(column) }
}

/** What Vite notes about its errors. */
interface FromVite extends Error {
  readonly code?: string
  readonly plugin?: string
  readonly id?: string
  readonly runnerError?: Error
  readonly loc?: { readonly file?: string; readonly line: number; readonly column: number }
}

/** The first line that says something: the others draw the source, which the error page does better. */
function toSentence({ message, code }: FromVite): string {
  if (code === missingFile)
    return message.replace(/ \(resolved id: .*/s, '. There is no such file.')
  const lines = stripVTControlCharacters(message).split('\n')
  const telling = lines.find(
    (line) => line.trim() !== '' && !/^(?:Build|Transform) failed/.test(line),
  )
  return telling ?? message
}
