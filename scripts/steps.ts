import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, runCommand, type CommandResult } from './command.ts'
import { findLastBegun, findSlowest, readGroupTimes, withoutGroupTimes } from './group-times.ts'
import { inLanes } from './lanes.ts'
import { addTotals, noTests, readTotals, type TestTotals } from './test-totals.ts'

type Environment = Readonly<Record<string, string>>

/** One command of a check: its output is only shown if it fails. */
export interface Step {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
  readonly env?: Environment
  /** Returns the step that runs the failed tests again; `undefined` if that is pointless. */
  readonly again?: (result: CommandResult) => Step | undefined
}

/** The result of some steps. */
export interface Outcome {
  /** The names of the failed steps. */
  readonly failed: readonly string[]
  readonly totals: TestTotals
  /** A line for each group of tests. */
  readonly times: readonly string[]
}

/** A command that prints nothing for this long has hung: it is longer than any test may take. */
const silenceMs = 300_000
const progressMs = 20_000

/** One per core, but at least two. */
export const cores = Math.max(2, availableParallelism())

/**
 * Runs the steps, at most `lanes` at a time, and prints a line for each. When all of them have ended, failed steps that
 * may be tried again run once more, one after the other.
 */
export async function runSteps(steps: readonly Step[], lanes = cores): Promise<Outcome> {
  // With this cache, an application that a test starts from the sources needs 0.6 s of CPU instead of 1.1 s.
  using compiledModules = mkdtempDisposableSync(join(tmpdir(), 'tenon-compiled-'))
  const run: RunStep = (step) =>
    runStepAloud(step, { NODE_COMPILE_CACHE: compiledModules.path, ...quickTools })

  const outcomes: Outcome[] = []
  for (const { outcome, again } of await inLanes(steps, lanes, run)) {
    outcomes.push(again === undefined ? outcome : await tryAgain(outcome, again, run))
  }
  return joinOutcomes(outcomes)
}

/**
 * The compiler and the linter are programs in Go. They collect garbage only when they take 3 GB, which saves about a
 * quarter of their CPU: for an application with accounts they take 0.8 GB, and for this workspace the linter takes less than
 * with `GOGC=400`. On one core, the linter needs 1.4 s of CPU for that application instead of 1.9 s. The bundler of Vite
 * asks for huge pages, which Linux clears: with small ones, a build saves a fifth of its CPU, and a quarter of its memory.
 */
const quickTools = {
  GOGC: 'off',
  GOMEMLIMIT: '3GiB',
  GOMAXPROCS: '1',
  MIMALLOC_ALLOW_THP: '0',
}

type RunStep = (step: Step) => Promise<Ending>

async function tryAgain(first: Outcome, again: Step, run: RunStep): Promise<Outcome> {
  const second = (await run({ ...again, name: `${again.name}, again` })).outcome
  if (second.failed.length > 0) return first
  const failed = first.totals.failed === 0 ? 'hung' : `${first.totals.failed} failed`
  console.log(`        UNSTEADY: ${failed} beside other steps, and passed alone`)
  return { ...first, failed: [], totals: { ...first.totals, failed: 0 } }
}

/** Combines the results of several groups of steps. */
export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    failed: outcomes.flatMap(({ failed }) => failed),
    totals: outcomes.map(({ totals }) => totals).reduce(addTotals, noTests),
    times: outcomes.flatMap(({ times }) => times),
  }
}

/** Prints which groups of tests took longest, with their CPU time. */
export function printSlowest({ times }: Outcome, count = 30): void {
  console.log(`\nThe slowest of ${times.length} groups of tests:`)
  for (const line of findSlowest(times, count)) console.log(line)
}

/**
 * Prints the summary, and makes the process fail if a step failed, if no test ran, or if one was
 * skipped although `FORBID_SKIPPED_TESTS` is set.
 */
export function closeSteps(title: string, { failed, totals }: Outcome): void {
  const { passed, skipped } = totals
  console.log(
    `\n${title}: ${passed} passed, ${totals.failed} failed, ${skipped.length} skipped ` +
      `in ${toSeconds(performance.now())}`,
  )
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)

  const forbidden = skipped.length > 0 && process.env['FORBID_SKIPPED_TESTS'] !== undefined
  if (forbidden) console.log('Failed: no test may be skipped here')
  if (failed.length > 0 || forbidden || passed === 0) process.exitCode = 1
}

interface Ending {
  readonly outcome: Outcome
  readonly again?: Step | undefined
}

/** Says every 20 seconds that the step still runs, so that a long one does not look hung. */
async function runStepAloud(step: Step, env: Environment): Promise<Ending> {
  const startedAt = performance.now()
  const progress = setInterval(() => {
    console.log(`…       ${step.name.padEnd(32)} ${toSeconds(performance.now() - startedAt)}`)
  }, progressMs)
  try {
    return await runStep({ ...step, env: { ...env, ...step.env } })
  } finally {
    clearInterval(progress)
  }
}

async function runStep(step: Step): Promise<Ending> {
  const { name, command, env = {} } = step
  const [program, ...args] = command
  const result = await runCommand(program, args, { silenceMs, env })
  const totals = readTotals(result.output)
  const hasFailed = result.exitCode !== 0

  const verdict = hasFailed ? 'FAILED' : 'ok'
  console.log(`${verdict.padEnd(7)} ${name.padEnd(32)} ${toSeconds(result.durationMs)}`)
  for (const line of totals.skipped) console.log(`        ${line}`)
  if (hasFailed) console.log(explainFailure(step, result))
  const times = readGroupTimes(result.output)
  if (!hasFailed) return { outcome: { failed: [], totals, times } }
  return { outcome: { failed: [name], totals, times }, again: step.again?.(result) }
}

function explainFailure({ name, command }: Step, { exitCode, output }: CommandResult): string {
  const failingTests = Math.max(output.indexOf('✖ failing tests:'), 0)
  const ending = exitCode === null ? explainKill(output) : `Exit code ${exitCode}`
  const whole = `The whole output: ${saveOutput(name, output)}`
  return `$ ${command.join(' ')}\n${withoutGroupTimes(output.slice(failingTests))}\n${ending}\n${whole}\n`
}

function explainKill(output: string): string {
  const begun = findLastBegun(output)
  const last = begun === undefined ? '' : `; the last test that began: ${begun}`
  return `Killed, perhaps after ${toSeconds(silenceMs)} of silence${last}`
}

function saveOutput(name: string, output: string): string {
  const folder = join(root, '.tmp/failed')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.log`)
  writeFileSync(path, output)
  return path
}

function toSeconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`
}
