import { closeSteps, runSteps } from './steps.ts'
import { testStep } from './test-step.ts'

// What opens pages, in the browser that CHROMIUM_PATH names, else in the one from npm.
const patterns = [
  'packages/tenon/test/browser/*.test.ts',
  'packages/tenon/test/development/@(adapters|browser).test.ts',
  'packages/tenon/test/todo/browser.test.ts',
  'packages/create-tenon/test/accounts-@(browser|security).test.ts',
  'packages/create-tenon/test/providers-browser.test.ts',
]
closeSteps('test:browser', await runSteps([testStep('pages in a browser', patterns, 'sqlite')]))
