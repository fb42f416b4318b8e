import { closeSteps, runSteps } from './steps.ts'
import { staticSteps } from './static-steps.ts'
import { testStep, unitTests } from './test-step.ts'

// The unit tests come first: they take longest, while the other lane runs the rest.
const steps = [testStep('unit tests', unitTests, 'sqlite'), ...staticSteps()]
closeSteps('check', await runSteps(steps))
