import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const tenon = join(import.meta.dirname, '../..')

/**
 * The compiler option with which an application is compiled as users compile theirs: against the
 * declarations of the build, which takes a fifth of the time. Throws if the sources are newer.
 */
export function againstDeclarations(): { readonly customConditions: readonly string[] } {
  const builtAt = statSync(join(tenon, 'dist/index.d.ts'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = globSync('src/**/*.{ts,tsx}', {
    cwd: tenon,
    exclude: ['**/*.test.{ts,tsx}', '**/*.test-d.ts'],
  })
  const newer = sources.find((path) => statSync(join(tenon, path)).mtimeMs > builtAt)
  if (newer !== undefined) {
    throw new Error(`"${newer}" is newer than the build. Run "npm run build -w tenon" first.`)
  }
  return { customConditions: [] }
}
