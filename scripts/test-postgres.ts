import { closeSteps, runSteps } from './steps.ts'
import { testStep } from './test-step.ts'

// What speaks to PostgreSQL, on the server that TEST_POSTGRES_URL names, else on one of its own.
const patterns = [
  'packages/tenon/src/@(columns|database|migrations|models|queries|records|relations|schedule)/**/*.test.ts',
  'packages/tenon/test/@(binding|migrations|models|schedule|todo)/**/*.test.ts',
  'packages/tenon/test/development/error-page.test.ts',
]
closeSteps('test:postgres', await runSteps([testStep('PostgreSQL', patterns, 'postgres')]))
