import { closeSteps, runSteps } from './steps.ts'
import { staticSteps } from './static-steps.ts'
import { testStep, unitTests } from './test-step.ts'

// The unit tests first: they take longest, and the other lane goes through the rest meanwhile.
const steps = [testStep('unit tests', unitTests, 'sqlite'), ...staticSteps()]
closeSteps('check', await runSteps(steps))
