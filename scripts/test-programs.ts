import { chmodSync, mkdirSync, mkdtempDisposableSync, type DisposableTempDir } from 'node:fs'
import { join } from 'node:path'
import { root } from './command.ts'
import type { Step } from './steps.ts'

/**
 * A folder for the bundles of the programs that tests start, which all steps after this one know. It is inside the
 * workspace, where the packages are found that are not bundled.
 */
export function makeProgramsFolder(): DisposableTempDir {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  const folder = mkdtempDisposableSync(join(root, '.tmp/programs-'))
  // Some tests start programs as another user.
  chmodSync(folder.path, 0o755)
  process.env['TEST_PROGRAMS'] = folder.path
  return folder
}

/** Bundles them, from the sources. Has to end before tests begin. */
export const bundleStep: Step = {
  name: 'programs of the tests',
  command: ['node', 'scripts/bundle-programs.ts'],
}
