import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const tenon = join(import.meta.dirname, '../..')

/**
 * The compiler option with which an application is compiled as users compile theirs: against the
 * declarations of the build, which takes a fifth of the time. Throws if the sources are newer.
 */
export function againstDeclarations(): { readonly customConditions: readonly string[] } {
  found ??= { newer: findNewer() }
  if (found.newer !== undefined) {
    throw new Error(`"${found.newer}" is newer than the build. Run "npm run build -w tenon" first.`)
  }
  return { customConditions: [] }
}

/** Looked for once in a process: it takes 30 ms of CPU, and some steps compile a hundred applications. */
let found: { readonly newer: string | undefined } | undefined

function findNewer(): string | undefined {
  const builtAt = statSync(join(tenon, 'dist/index.d.ts'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = globSync('src/**/*.{ts,tsx}', {
    cwd: tenon,
    exclude: ['**/*.test.{ts,tsx}', '**/*.test-d.ts'],
  })
  return sources.find((path) => statSync(join(tenon, path)).mtimeMs > builtAt)
}
