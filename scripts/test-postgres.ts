import { closeSteps, runSteps } from './steps.ts'
import { blackBoxTests, exampleTests, testStep, unitTests } from './test-step.ts'

const patterns = [...unitTests, ...blackBoxTests, ...exampleTests]
closeSteps('test:postgres', await runSteps([testStep('PostgreSQL', patterns, 'postgres')]))
