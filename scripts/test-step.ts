import { cores, type Step } from './steps.ts'
import { findImporting } from './importing-files.ts'
import { readFailingFiles } from './test-totals.ts'

/** Tests that need neither a build nor another program. */
export const unitTests = ['packages/*/src/**/*.test.ts', 'scripts/*.test.ts', 'site/*.test.ts']

/** Tests of work in several processes, of faults, and of accounts. */
const processFolders = 'auth|faults|jobs|schedule'
export const processTests = inFolders(`@(${processFolders})`)

/** Tests of data. */
const dataFolders = 'database|migrations|models|pull|queries'
export const dataTests = inFolders(`@(${dataFolders})`)

/** Tests of development: an application that follows changes of its files, and a browser. */
const developmentFolders = 'browser|development|prefix|todo'
export const developmentTests = inFolders(`@(${developmentFolders})`)

/** Tests of what `tenon make` and `tenon add` write. */
const generatorFolders = 'generators'
export const generatorTests = inFolders(generatorFolders)

/** Tests that compile, build or deploy whole applications, and those of their commands. */
const deploymentFolders = 'console|deploy|types|vite'
export const deploymentTests = inFolders(`@(${deploymentFolders})`)

/** Tests of servers, of connections that stay open, and of the helpdesk, which uses all parts. */
const serverFolders = 'engine|helpdesk|live|server'
export const serverTests = inFolders(`@(${serverFolders})`)

/** The other tests that use public doors only. */
export const blackBoxTests = inFolders(
  `!(${processFolders}|${dataFolders}|${developmentFolders}|${generatorFolders}|${deploymentFolders}|${serverFolders})`,
)

/** Tests of applications with accounts as `create-tenon` makes them. */
const accountFiles = 'accounts-*|providers-*|teams-*'
export const accountTests = [`packages/create-tenon/test/@(${accountFiles}).test.ts`]

/** Tests of the other new applications. All tests that build the scaffolder are here: they build into one folder. */
export const newApplicationTests = [`packages/create-tenon/test/!(release|${accountFiles}).test.ts`]

/** Tests of a release of both packages, and of applications that it makes. */
export const releaseTests = ['packages/create-tenon/test/release.test.ts']
export const siteTests = ['site/test/*.test.ts']
export const exampleTests = ['examples/*/tests/**/*.test.ts']

function inFolders(names: string): readonly string[] {
  return [`packages/tenon/test/${names}/**/*.test.ts`]
}

/** Tests wait for processes almost half of the time. With fewer lanes, the cores are idle for an eighth of the run. */
export const testLanes = cores * 2 + 1

/** If more files than this fail, a busy machine is not the cause. */
const maxFilesAgain = 3

/** A report for people, and the times of groups. The output of a step contains both. */
const reporters = ['spec', './scripts/group-times.ts'].flatMap((reporter) => [
  `--test-reporter=${reporter}`,
  '--test-reporter-destination=stdout',
])

/** Which tests of the files to run. */
export interface TestStepOptions {
  /** A pattern that the name of a test matches, or that of a group around it. Default: all tests. */
  readonly names?: string | undefined
}

/**
 * Runs node:test on the files that match the patterns, with the named databases. In CI, files that
 * failed run once more, and so does a step that was killed because it was silent. If they pass then, the step is
 * printed as unsteady: a fault to be fixed.
 */
export function testStep(
  name: string,
  patterns: readonly string[],
  databases: 'sqlite' | 'postgres' | 'sqlite,postgres',
  { names }: TestStepOptions = {},
): Step {
  // One process for all files: 60 trivial ones take 0.1 s this way, 12.8 s with a process each.
  const pause = '--import=./scripts/pause-between-tests.ts'
  const options = ['--conditions=source', pause, '--test-isolation=none', ...reporters]
  // A test that waits forever fails instead of blocking the whole run.
  const limit = '--test-timeout=240000'
  const chosen = names === undefined ? [] : [`--test-name-pattern=${names}`]
  return {
    name,
    command: ['node', '--test', ...options, ...chosen, limit, ...patterns],
    env: { TEST_DATABASES: databases },
    again({ exitCode, output }) {
      // The output of a killed step does not say which of its files would have failed.
      const files = exitCode === null ? patterns : toTestFiles(readFailingFiles(output), patterns)
      const isWorthIt = exitCode === null || (files.length > 0 && files.length <= maxFilesAgain)
      return process.env['CI'] !== undefined && isWorthIt
        ? testStep(name, files, databases, { names })
        : undefined
    },
  }
}

/** The files to run again: if the failed test is in a module that several of them share, the files that import it. */
export function toTestFiles(
  failing: readonly string[],
  patterns: readonly string[],
): readonly string[] {
  const files = failing.map((file) =>
    file.endsWith('.test.ts') ? [file] : findImporting(patterns, [file]),
  )
  return [...new Set(files.flat())]
}
