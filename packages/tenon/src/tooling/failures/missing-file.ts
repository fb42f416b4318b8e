import { statSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { toWholeNames } from '../../pages/vite/type-stripping.ts'

/** Describes an import of a file that does not exist, or without its extension; `undefined` for any other error. */
export function describeMissingFile(error: unknown, root: string): string | undefined {
  const missing = readMissing(error)
  if (missing === undefined) return undefined
  const { file, importer } = missing
  const whole = toWholeNames(file).find(isFile)
  const problem = `Node cannot find "${toImport(file, importer)}"`
  const remedy = whole === undefined ? '.' : `: write "${toImport(whole, importer)}".`
  return `${relative(root, importer)}: ${problem}${remedy}`
}

interface Missing {
  readonly file: string
  readonly importer: string
}

function readMissing(error: unknown): Missing | undefined {
  if (!(error instanceof Error) || !('code' in error) || !codes.has(error.code)) return undefined
  const found = /^(?:Cannot find module|Directory import) '(.+?)'.* imported from (.+)$/.exec(
    error.message,
  )
  const [, file, importer] = found ?? []
  return file === undefined || importer === undefined ? undefined : { file, importer }
}

const codes: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT'])

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function toImport(file: string, importer: string): string {
  const path = relative(dirname(importer), file).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}
