import { delimiter, dirname } from 'node:path'
import {
  defaultEngine,
  serverEngines,
} from '../packages/tenon/src/web/server/engine/server-engine.ts'
import { findImporting } from './importing-files.ts'
import { useMemoryFolder } from './memory-folder.ts'
import { bundleStep, makeProgramsFolder } from './test-programs.ts'
import { closeSteps, joinOutcomes, printSlowest, runSteps, type Step } from './steps.ts'
import { testLanes, testStep } from './test-step.ts'

const support = 'packages/tenon/test/support'

const postgresFiles = [
  'packages/tenon/src/data/**/*.test.ts',
  'packages/tenon/src/@(work/schedule|identity/session)/**/*.test.ts',
  'packages/tenon/test/@(auth|binding|events|jobs|migrations|models|queries|schedule|session|testing|todo)/**/*.test.ts',
  'packages/tenon/test/security/@(changed-address|concurrent-logout|enumeration|guessing|login-redirect|replayed-links|session-fixation).test.ts',
  'packages/tenon/test/development/error-page.test.ts',
]
const forEachDialect = `${support}/for-each-dialect.ts`

/** Files that also start PostgreSQL themselves: the names of their tests do not say whether they use it. */
const withOwnServers = findImporting(
  postgresFiles,
  [`${support}/postgres-server.ts`],
  [forEachDialect],
)
const withBlocks = findImporting(postgresFiles, [forEachDialect]).filter(
  (file) => !withOwnServers.includes(file),
)
const isOfWork = (file: string): boolean => /\/(?:jobs|schedule)\//.test(file)
const ofPostgres = { names: String.raw`\(postgres\)` }

/** Tests that import one of these files run a server on the engine of `SERVER_ENGINE`. No other file reads it. */
const engineModules = [
  `${support}/tested-engine.ts`,
  'packages/tenon/test/server/server-process.ts',
]

/** Tests whose result may depend on the browser: the protocol of pages, the state of a browser, and passkeys. */
const browserFiles = [
  'packages/tenon/test/browser/@(api-client|live|pages|passkeys|ssr).test.ts',
  'packages/tenon/test/todo/browser.test.ts',
]
const otherBrowserFiles = [
  'packages/tenon/test/browser/@(adapters|deferred-versions|versions).test.ts',
  'packages/tenon/test/development/@(adapters|browser).test.ts',
  'packages/create-tenon/test/accounts-@(browser|deployed|security).test.ts',
  'packages/create-tenon/test/@(providers|teams)-browser.test.ts',
]

const { TEST_NODE: otherProgram, PATH: searchPath = '' } = process.env
/** Makes `TEST_NODE` the `node` of a step and its child processes. */
const otherNode =
  otherProgram === undefined ? {} : { PATH: [dirname(otherProgram), searchPath].join(delimiter) }

/**
 * The tests that CI repeats on another database, browser, engine or Node, the longest first. Tests with the same result
 * on all of them run once, in `npm test`.
 * - `postgres`: tests that use PostgreSQL, on the server of TEST_POSTGRES_URL or on a temporary one
 * - `browser`: tests that open pages, in the browser of CHROMIUM_PATH, or else in the one from npm
 * - `engine`: tests that use sockets most, on the engines that are not the default one, and on the Node of TEST_NODE
 */
const steps: readonly Step[] = [
  testStep('postgres, jobs and tasks', withBlocks.filter(isOfWork), 'postgres', ofPostgres),
  testStep('browser', browserFiles, 'sqlite'),
  testStep(
    'postgres',
    withBlocks.filter((file) => !isOfWork(file)),
    'postgres',
    ofPostgres,
  ),
  ...onOtherEngines('faults', ['packages/tenon/test/faults/**/*.test.ts']),
  ...onOtherEngines('helpdesk', ['packages/tenon/test/helpdesk/chaos.test.ts']),
  testStep('postgres, without blocks of both databases', withOwnServers, 'postgres'),
  ...onOtherEngines('fuzz', ['packages/tenon/test/contract/fuzz/*.test.ts']),
  ...onOtherEngines('server and security', ['packages/tenon/test/@(server|security)/**/*.test.ts']),
]

/** Steps that CI leaves out, because they take too long. */
const stepsOnDemand: readonly Step[] = [
  testStep('browser, the other pages', otherBrowserFiles, 'sqlite'),
]

function onOtherEngines(name: string, patterns: readonly string[]): readonly Step[] {
  return serverEngines
    .filter((engine) => engine !== defaultEngine)
    .map((engine) => {
      const files = findImporting(patterns, engineModules)
      const step = testStep(`engine ${engine}, ${name}`, files, 'sqlite')
      return withVariables(step, { ...otherNode, SERVER_ENGINE: engine })
    })
}

function withVariables(step: Step, variables: Readonly<Record<string, string>>): Step {
  return { ...step, env: { ...step.env, ...variables } }
}

// `node scripts/test-again.ts browser engine` runs the steps whose names begin with these words. Default: those of CI.
const names = process.argv.slice(2)
const chosen =
  names.length === 0
    ? steps
    : [...stepsOnDemand, ...steps].filter((step) =>
        names.some((name) => step.name.startsWith(name)),
      )
useMemoryFolder()
using _programs = makeProgramsFolder()
const bundled = await runSteps([bundleStep])
const outcome = joinOutcomes([bundled, await runSteps(chosen, testLanes)])
printSlowest(outcome)
closeSteps('test:again', outcome)
