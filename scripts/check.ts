import { closeSteps } from './steps.ts'
import { runStaticSteps } from './static-steps.ts'
import { testStep, unitTests } from './test-step.ts'

// The unit tests come first: they take longest, while the other lane runs the rest.
closeSteps('check', await runStaticSteps([testStep('unit tests', unitTests, 'sqlite')]))
