import {
  defaultEngine,
  serverEngines,
} from '../packages/tenon/src/web/server/engine/server-engine.ts'
import { closeSteps, runSteps, type Step } from './steps.ts'
import { testStep } from './test-step.ts'

// The tests that use sockets most, on the engines that are not the default one.
const patternsByName: Readonly<Record<string, readonly string[]>> = {
  faults: ['packages/tenon/test/faults/**/*.test.ts'],
  'server and security': [
    'packages/tenon/test/server/**/*.test.ts',
    'packages/tenon/test/security/**/*.test.ts',
  ],
}
const others = serverEngines.filter((engine) => engine !== defaultEngine)
const steps = others.flatMap((engine): Step[] =>
  Object.entries(patternsByName).map(([name, patterns]) => {
    const step = testStep(`${name}, ${engine}`, patterns, 'sqlite')
    return { ...step, env: { ...step.env, SERVER_ENGINE: engine } }
  }),
)
closeSteps('test:engine', await runSteps(steps))
