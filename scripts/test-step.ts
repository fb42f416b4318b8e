import type { Step } from './steps.ts'

/** Tests that need neither a build nor another program. */
export const unitTests = ['packages/*/src/**/*.test.ts', 'scripts/*.test.ts']

/** What tries faults and races with processes of its own: half of the time of the black-box tests. */
const processFolders = 'database|faults|migrations|models|schedule'
export const processTests = [`packages/*/test/@(${processFolders})/**/*.test.ts`]

/** The other tests that go through the doors: over sockets, in a browser. */
export const blackBoxTests = [
  'packages/*/test/*.test.ts',
  `packages/*/test/!(${processFolders})/**/*.test.ts`,
]
export const exampleTests = ['examples/*/tests/**/*.test.ts']

/** A run of node:test over the files that the patterns match, on the named databases. */
export function testStep(
  name: string,
  patterns: readonly string[],
  databases: 'sqlite' | 'postgres' | 'sqlite,postgres',
): Step {
  // One process for all files: 60 trivial ones take 0.1 s so, 12.8 s with a process each.
  const options = ['--conditions=source', '--test-isolation=none', '--test-reporter=spec']
  // A test that waits for what never comes fails in place of holding up the whole.
  const limit = '--test-timeout=240000'
  return {
    name,
    command: ['node', '--test', ...options, limit, ...patterns],
    env: { TEST_DATABASES: databases },
  }
}
