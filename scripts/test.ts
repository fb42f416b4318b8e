import { closeSteps, joinOutcomes, runSteps, type Outcome, type Step } from './steps.ts'
import { staticSteps } from './static-steps.ts'
import {
  blackBoxTests,
  exampleTests,
  newApplicationTests,
  processTests,
  siteTests,
  testStep,
  toolTests,
  unitTests,
} from './test-step.ts'

const typeScript6 = 'node_modules/typescript-6/bin/tsc'

const stages: readonly (readonly Step[])[] = [
  [
    ...staticSteps(),
    {
      name: 'type tests, TypeScript 6',
      command: ['node', typeScript6, '-p', 'scripts/tsconfig.type-tests.json'],
    },
  ],
  [{ name: 'build', command: ['npm', 'run', 'build'] }],
  [
    // The longest first, so that the last ones end at the same time.
    testStep('processes and faults', processTests, 'sqlite,postgres'),
    testStep('tools', toolTests, 'sqlite,postgres'),
    testStep('new applications', newApplicationTests, 'sqlite'),
    testStep('black box', blackBoxTests, 'sqlite,postgres'),
    testStep('unit tests', unitTests, 'sqlite,postgres'),
    testStep('examples', exampleTests, 'sqlite,postgres'),
    testStep('documentation site', siteTests, 'sqlite'),
    { name: 'type instantiations', command: ['node', 'scripts/count-instantiations.ts'] },
    { name: 'files of a request', command: ['node', 'scripts/count-files.ts'] },
    { name: 'docs, run', command: ['node', 'scripts/check-docs.ts', '--run'] },
    {
      name: 'cron oracle, a year in 14 zones',
      command: ['node', '--conditions=source', 'packages/tenon/test/schedule/oracle.ts'],
    },
  ],
]

closeSteps('test', await runStages())

/** A failed stage ends the run, because the following stages would fail for the same reason. */
async function runStages(): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const steps of stages) {
    const outcome = await runSteps(steps)
    outcomes.push(outcome)
    if (outcome.failed.length > 0) break
  }
  return joinOutcomes(outcomes)
}
