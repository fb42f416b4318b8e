import { chmodSync, mkdirSync, mkdtempDisposableSync, type DisposableTempDir } from 'node:fs'
import { join } from 'node:path'
import { root } from './command.ts'
import type { Step } from './steps.ts'

/**
 * Makes a folder for the bundles of the programs that tests start, and tells later steps its path in `TEST_PROGRAMS`.
 * It is inside the workspace, so that the bundles find the packages that are not bundled.
 */
export function makeProgramsFolder(): DisposableTempDir {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  const folder = mkdtempDisposableSync(join(root, '.tmp/programs-'))
  // Some tests start programs as another user.
  chmodSync(folder.path, 0o755)
  process.env['TEST_PROGRAMS'] = folder.path
  return folder
}

/** Bundles the programs from the sources. It must end before tests begin. */
export const bundleStep: Step = {
  name: 'programs of the tests',
  command: ['node', 'scripts/bundle-programs.ts'],
}
