import { statSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Reads the server's TypeScript as Node does, so that code that runs in development also runs with
 * `node main.ts migrate`.
 *
 * Rejects enums, namespaces, parameter properties, decorators, and imports without a file extension.
 */
export function typeStripping(): Plugin {
  silenceWarning()
  return {
    name: 'tenon:type-stripping',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: {
      filter: { id: { include: /\.[cm]?ts$/, exclude: /[\\/]node_modules[\\/]/ } },
      // Types are replaced by spaces, so all positions in the code stay the same.
      handler(code, file) {
        const script = strip(code, file)
        // Do not check modules that only pages import, because Node never reads them.
        const isOfPages = file.startsWith(join(this.environment.config.root, 'resources/'))
        if (!isOfPages) assertWholeNames(this.parse(script).body, script, file)
        return { code: script, map: null }
      },
    },
  }
}

function strip(code: string, file: string): string {
  try {
    return stripTypeScriptTypes(code, { sourceUrl: file })
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw Object.assign(new Error(cause.message), { loc: toPlace(cause, file) })
  }
}

/** Requires file extensions: Vite finds files without them, Node does not. */
function assertWholeNames(statements: readonly object[], script: string, file: string): void {
  for (const { source } of statements.filter(isImport)) {
    const name = source.value
    if (!/^\.\.?\//.test(name) || isFile(name, file)) continue
    const whole = toWholeNames(name).find((candidate) => isFile(candidate, file))
    if (whole === undefined) continue // Vite does not find it either, and reports it.
    const lines = script.slice(0, source.start).split('\n')
    const loc = { file, line: lines.length, column: lines.at(-1)?.length ?? 0 }
    throw Object.assign(new Error(`Node cannot find "${name}": write "${whole}".`), { loc })
  }
}

interface Import {
  readonly source: { readonly value: string; readonly start: number }
}

/** Whether a statement imports a module. Re-exports count too. */
function isImport(statement: object): statement is Import {
  return 'source' in statement && statement.source !== null
}

/** What the name of an imported file may be, if Node does not find it. */
export function toWholeNames(name: string): readonly string[] {
  return [name.replace(/\.([cm]?)js$/, '.$1ts'), `${name}.ts`, `${name}.js`, `${name}/index.ts`]
}

function isFile(name: string, importer: string): boolean {
  const found = statSync(resolve(dirname(importer), name), { throwIfNoEntry: false })
  return found?.isFile() ?? false
}

/**
 * Reads the place of a syntax error. The stack begins with the line number; then come the source and a marker below it.
 */
function toPlace({ stack = '' }: SyntaxError, file: string) {
  const [head = '', ...lines] = stack.split('\n')
  const mark = lines.find((line) => /^\s*\^+$/.test(line)) ?? ''
  return {
    file,
    line: Number(/:(\d+)$/.exec(head)?.[1] ?? 1),
    column: Math.max(0, mark.indexOf('^')),
  }
}

/** Suppresses Node's single warning that the function is experimental. Node itself uses it for stripping. */
function silenceWarning(): void {
  // oxlint-disable-next-line typescript/unbound-method -- restored below, never called
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    stripTypeScriptTypes('')
  } finally {
    process.emitWarning = emitWarning
  }
}
