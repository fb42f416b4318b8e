import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

const workspace = join(import.meta.dirname, '../../../..')

/**
 * The bundle of a program, which starts in a third of the time, or its source file if it has none. `npm test` makes the
 * bundles from the sources (`scripts/bundle-programs.ts`) and names their folder in `TEST_PROGRAMS`.
 */
export function toBundled(file: string): string {
  const folder = process.env['TEST_PROGRAMS']
  if (folder === undefined) return file
  const bundle = join(folder, relative(workspace, file)).replace(/\.ts$/, '.js')
  return existsSync(bundle) ? bundle : file
}
