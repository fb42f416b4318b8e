import { bundleStep, makeProgramsFolder } from './test-programs.ts'
import {
  closeSteps,
  cores,
  joinOutcomes,
  printSlowest,
  runSteps,
  type Outcome,
  type Step,
} from './steps.ts'
import { staticSteps } from './static-steps.ts'
import {
  blackBoxTests,
  deploymentTests,
  developmentTests,
  exampleTests,
  newApplicationTests,
  processTests,
  siteTests,
  testLanes,
  testStep,
  unitTests,
} from './test-step.ts'

using _programs = makeProgramsFolder()
const typeScript6 = 'node_modules/typescript-6/bin/tsc'

const checks: readonly Step[] = [
  ...staticSteps(),
  {
    name: 'type tests, TypeScript 6',
    command: ['node', typeScript6, '-p', 'scripts/tsconfig.type-tests.json'],
  },
]

const builds: readonly Step[] = [{ name: 'build', command: ['npm', 'run', 'build'] }, bundleStep]

/** The longest first, so that the last ones end at the same time. */
const tests: readonly Step[] = [
  testStep('processes and faults', processTests, 'sqlite,postgres'),
  testStep('new applications', newApplicationTests, 'sqlite'),
  testStep('black box', blackBoxTests, 'sqlite,postgres'),
  testStep('development and browsers', developmentTests, 'sqlite,postgres'),
  testStep('compilers and deployment', deploymentTests, 'sqlite,postgres'),
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
]

const outcome = await runStages()
printSlowest(outcome)
closeSteps('test', outcome)

/** A failed stage ends the run, because the following stages would fail for the same reason. */
async function runStages(): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const stage of [checks, builds, tests]) {
    const outcome = await runSteps(stage, stage === tests ? testLanes : cores)
    outcomes.push(outcome)
    if (outcome.failed.length > 0) break
  }
  return joinOutcomes(outcomes)
}
