import { useMemoryFolder } from './memory-folder.ts'
import { bundleStep, makeProgramsFolder } from './test-programs.ts'
import {
  closeSteps,
  joinOutcomes,
  printSlowest,
  runSteps,
  type Outcome,
  type Step,
} from './steps.ts'
import { runStaticSteps } from './static-steps.ts'
import {
  accountTests,
  blackBoxTests,
  dataTests,
  deploymentTests,
  developmentTests,
  exampleTests,
  generatorTests,
  newApplicationTests,
  processTests,
  releaseTests,
  serverTests,
  siteTests,
  testLanes,
  testStep,
  unitTests,
} from './test-step.ts'

useMemoryFolder()
using _programs = makeProgramsFolder()
const typeScript6 = 'node_modules/typescript-6/bin/tsc'

/** With this much space for new objects, TypeScript 6 needs a tenth less CPU. */
const roomy = '--max-semi-space-size=128'

/** The longest check, so it begins first. */
const typeTests: Step = {
  name: 'type tests, TypeScript 6',
  command: ['node', roomy, typeScript6, '-p', 'scripts/tsconfig.type-tests.json'],
}

const builds: readonly Step[] = [{ name: 'build', command: ['npm', 'run', 'build'] }, bundleStep]

/** First the steps that wait most, then the longest, so that the last steps end at the same time. */
const tests: readonly Step[] = [
  testStep('servers and the helpdesk', serverTests, 'sqlite,postgres'),
  testStep('black box', blackBoxTests, 'sqlite,postgres'),
  testStep('development and browsers', developmentTests, 'sqlite,postgres'),
  testStep('processes and faults', processTests, 'sqlite,postgres'),
  testStep('data', dataTests, 'sqlite,postgres'),
  testStep('compilers and deployment', deploymentTests, 'sqlite,postgres'),
  testStep('new applications with accounts', accountTests, 'sqlite'),
  testStep('a release', releaseTests, 'sqlite'),
  testStep('generators', generatorTests, 'sqlite,postgres'),
  testStep('new applications', newApplicationTests, 'sqlite'),
  testStep('documentation site', siteTests, 'sqlite'),
  testStep('unit tests', unitTests, 'sqlite,postgres'),
  { name: 'type instantiations', command: ['node', roomy, 'scripts/count-instantiations.ts'] },
  { name: 'docs, run', command: ['node', 'scripts/check-docs.ts', '--run'] },
  testStep('examples', exampleTests, 'sqlite,postgres'),
  { name: 'files of a request', command: ['node', 'scripts/count-files.ts'] },
]

const outcome = await runStages()
printSlowest(outcome)
closeSteps('test', outcome)

/** A failed stage ends the run, because the following stages would fail for the same reason. */
async function runStages(): Promise<Outcome> {
  const outcomes: Outcome[] = []
  const stages = [
    () => runStaticSteps([typeTests]),
    () => runSteps(builds),
    () => runSteps(tests, testLanes),
  ]
  for (const run of stages) {
    const outcome = await run()
    outcomes.push(outcome)
    if (outcome.failed.length > 0) break
  }
  return joinOutcomes(outcomes)
}
