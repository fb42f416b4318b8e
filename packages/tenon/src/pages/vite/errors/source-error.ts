import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/** An error at a place in a file of the application, such as invalid syntax or a failed import. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly #place: SourcePlace

  constructor(message: string, place: SourcePlace) {
    super(message)
    this.#place = place
    // Show only the frame that helps. The parser's own frames are useless.
    this.stack = `${this.name}: ${message}\n    at ${place.file}:${place.line}:${place.column}`
  }

  /** Describes the error in one line that starts with its place, relative to `root`. */
  describe(root: string): string {
    return `${describePlace(this.#place, root)} ${this.message}`
  }
}

/** A place in a file; lines and columns count from 1. */
export interface SourcePlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Formats a place as `app/routes.ts:12:5`, relative to `root`. */
export function describePlace({ file, line, column }: SourcePlace, root: string): string {
  return `${relative(root, file)}:${line}:${column}`
}

/** Finds the first place in a stack that is in a file below `root` and not in a package. */
export function findPlace(stack: string, root: string): SourcePlace | undefined {
  return toPlaces(stack).find(
    ({ file }) => file.startsWith(`${root}/`) && !file.includes('/node_modules/'),
  )
}

/**
 * Adds its place to an error from a parser; returns any other error unchanged. An error loses its
 * class on its way out of Vite, but keeps its properties.
 */
export function toSourceError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const place = toParserPlace(error)
  return place === undefined ? error : new SourceError(toSentence(error), place)
}

/** Adds the place of `caller` to a failed import; returns any other error unchanged. */
export function toImportError(error: unknown, caller: Error): unknown {
  if (!(error instanceof Error) || !isNotFound(error)) return error
  const place = toImporter(caller)
  return place === undefined ? error : new SourceError(toSentence(error), place)
}

/** Rejects a name that a module does not export, as Node does when it links modules. */
export function toExportError(
  caller: Error,
  remedy: string | undefined,
  { missing, url }: { readonly missing: string; readonly url: string },
): Error {
  const message =
    remedy ?? `"${url}" has no export "${missing}". If it is a type, write "import type".`
  const place = toImporter(caller)
  return place === undefined ? new SyntaxError(message) : new SourceError(message, place)
}

function toParserPlace(error: FromVite): SourcePlace | undefined {
  const file = error.loc?.file ?? error.id
  if (error.plugin === undefined || file === undefined) return undefined
  // Parsers count columns from 0.
  return { file, line: error.loc?.line ?? 1, column: (error.loc?.column ?? 0) + 1 }
}

/** The nearest frame in a module that Vite runs. Modules that Node has loaded appear as `file:` URLs. */
function toImporter({ stack = '' }: Error): SourcePlace | undefined {
  return toPlaces(stack.replaceAll(/^.*file:.*$/gm, ''))[0]
}

/** The places of a stack's frames, innermost first. */
function toPlaces(stack: string): readonly SourcePlace[] {
  return [...stack.matchAll(frame)].map(([, file = '', line, column]) => ({
    file: file.startsWith('file:') ? fileURLToPath(file) : file,
    line: Number(line),
    column: Number(column),
  }))
}

const frame = /(?:\(|at )((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^()\n]*):(\d+):(\d+)\)?$/gm

const missingFile = 'ERR_LOAD_URL'

function isNotFound({ code }: FromVite): boolean {
  return (
    code === missingFile ||
    code === 'ERR_MODULE_NOT_FOUND' ||
    code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
  )
}

/** The properties that Vite adds to its errors. */
interface FromVite extends Error {
  readonly code?: string
  readonly plugin?: string
  readonly id?: string
  readonly loc?: { readonly file?: string; readonly line: number; readonly column: number }
}

/** The line of the message that explains the error. The other lines show the source, as the error page does. */
function toSentence(error: FromVite): string {
  const { message } = error
  if (error.code === missingFile)
    return message.replace(/ \(resolved id: .*/s, '. There is no such file.')
  if (isNotFound(error)) return message.replace(/ imported from '?[^']*'?$/s, '. Is it installed?')
  const lines = stripVTControlCharacters(message).split('\n')
  const telling = lines.find(
    (line) => line.trim() !== '' && !/^(?:Build|Transform) failed/.test(line),
  )
  return telling ?? message
}
