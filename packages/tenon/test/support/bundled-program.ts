import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

const workspace = join(import.meta.dirname, '../../../..')

/**
 * The bundle of a program, which starts in a third of the time, or its source file if there is no bundle. `npm test`
 * makes the bundles from the sources (`scripts/bundle-programs.ts`) and names their folder in `TEST_PROGRAMS`.
 */
export function toBundled(file: string): string {
  const folder = process.env['TEST_PROGRAMS']
  if (folder === undefined) return file
  const bundle = join(folder, relative(workspace, file)).replace(/\.ts$/, '.js')
  return existsSync(bundle) ? bundle : file
}

/**
 * The options of Node for an application that a test writes: it loads the bundles of Tenon's doors or, without bundles,
 * the sources. Use it only for processes that load no other source files of Tenon.
 */
export function fromSources(): readonly string[] {
  const folder = process.env['TEST_PROGRAMS']
  const doors = folder === undefined ? [] : [`--import=${join(folder, 'doors.js')}`]
  return ['--conditions=source', ...doors]
}

/** The file of the command `tenon`; run it with `fromSources`, because it may load the application. */
export function tenonCommand(): string {
  return toBundled(join(import.meta.dirname, '../deploy/tenon.ts'))
}
