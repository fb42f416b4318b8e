import { checkSteps } from './check-steps.ts'
import { closeSteps, runSteps } from './steps.ts'

closeSteps('check', await runSteps(checkSteps()))
