import { stripTypeScriptTypes } from 'node:module'
import type { Plugin } from 'vite'

/**
 * Reads the server's TypeScript as Node itself does, so that nothing runs in development which
 * `node main.ts migrate` then refuses: enums, namespaces, parameter properties, decorators.
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
      handler: (code, file) => ({ code: strip(code, file), map: null }),
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
