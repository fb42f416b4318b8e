import { statSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Reads the server's TypeScript as Node itself does, so that nothing runs in development which
 * `node main.ts migrate` then refuses: enums, namespaces, parameter properties, decorators, and imports
 * that leave out the end of a file's name.
 */
export function typeStripping(): Plugin {
  silenceWarning()
  return {
    name: 'tenon:type-stripping',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: {
      filter: { id: { include: /\.[cm]?ts$/, exclude: /[\\/]node_modules[\\/]/ } },
      // Types become spaces, so every place in the code stays what it was.
      handler(code, file) {
        const script = strip(code, file)
        // Node never reads what only pages import.
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

/** Vite finds files by less than their names, Node does not. */
function assertWholeNames(statements: readonly object[], script: string, file: string): void {
  for (const { source } of statements.filter(isImport)) {
    const name = source.value
    if (!/^\.\.?\//.test(name) || isFile(name, file)) continue
    const whole = toWholeNames(name).find((candidate) => isFile(candidate, file))
    if (whole === undefined) continue // nor does Vite find it
    const lines = script.slice(0, source.start).split('\n')
    const loc = { file, line: lines.length, column: lines.at(-1)?.length ?? 0 }
    throw Object.assign(new Error(`Node finds no "${name}": write "${whole}".`), { loc })
  }
}

interface Import {
  readonly source: { readonly value: string; readonly start: number }
}

/** Exports may be imports, too. */
function isImport(statement: object): statement is Import {
  return 'source' in statement && statement.source !== null
}

function toWholeNames(name: string): readonly string[] {
  return [name.replace(/\.([cm]?)js$/, '.$1ts'), `${name}.ts`, `${name}.js`, `${name}/index.ts`]
}

function isFile(name: string, importer: string): boolean {
  const found = statSync(resolve(dirname(importer), name), { throwIfNoEntry: false })
  return found?.isFile() ?? false
}

/** Node puts the line before the trace, and the source with a mark below the mistake after it. */
function toPlace({ stack = '' }: SyntaxError, file: string) {
  const [head = '', ...lines] = stack.split('\n')
  const mark = lines.find((line) => /^\s*\^+$/.test(line)) ?? ''
  return {
    file,
    line: Number(/:(\d+)$/.exec(head)?.[1] ?? 1),
    column: Math.max(0, mark.indexOf('^')),
  }
}

/** Node warns once that the function is experimental; the stripping it does is what runs anyway. */
function silenceWarning(): void {
  // oxlint-disable-next-line typescript/unbound-method -- put back, never called
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    stripTypeScriptTypes('')
  } finally {
    process.emitWarning = emitWarning
  }
}
