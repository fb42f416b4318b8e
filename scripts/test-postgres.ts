import { closeSteps, runSteps } from './steps.ts'
import { exampleTests, testStep } from './test-step.ts'

// What speaks to PostgreSQL, on the server that TEST_POSTGRES_URL names, else on one of its own.
const patterns = ['packages/tenon/{src,test}/**/*.test.ts', ...exampleTests]
closeSteps('test:postgres', await runSteps([testStep('PostgreSQL', patterns, 'postgres')]))
