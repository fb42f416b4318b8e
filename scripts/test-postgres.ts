import { closeSteps, runSteps } from './steps.ts'
import { testStep } from './test-step.ts'

// The tests that use PostgreSQL, on the server of TEST_POSTGRES_URL or on a temporary one.
const patterns = [
  'packages/tenon/src/data/**/*.test.ts',
  'packages/tenon/src/services/@(schedule|session)/**/*.test.ts',
  'packages/tenon/test/@(auth|binding|events|jobs|migrations|models|schedule|session|testing|todo)/**/*.test.ts',
  'packages/tenon/test/security/@(changed-address|concurrent-logout|enumeration|guessing|login-redirect|replayed-links|session-fixation).test.ts',
  'packages/tenon/test/development/error-page.test.ts',
]
closeSteps('test:postgres', await runSteps([testStep('PostgreSQL', patterns, 'postgres')]))
