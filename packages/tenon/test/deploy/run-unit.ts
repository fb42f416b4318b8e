import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../support/until.ts'
import type { Unit } from './systemd-unit.ts'

/** Starts `node main.js` with these words and variables. */
export type StartProgram = (
  argv: readonly string[],
  variables: Readonly<Record<string, string>>,
) => { readonly child: ChildProcess }

/** A unit that runs until it is disposed. */
export interface RunningUnit extends AsyncDisposable {
  /** How often one of its steps has failed. */
  readonly failures: number
  hasFailed(times: number): Promise<void>
  /** Sends a signal to what it runs at the moment. */
  kill(signal: NodeJS.Signals): void
}

/**
 * Runs a unit as systemd does, with the variables of its file: its steps in order, and from the beginning whenever one
 * has ended.
 */
export function runUnit(
  unit: Unit,
  variablesOfFile: Readonly<Record<string, string>>,
  start: StartProgram,
): RunningUnit {
  assert.equal(unit.startLimitIntervalSec, 0, 'systemd would give up')
  assert.equal(unit.restart, 'always')
  const variables: Record<string, string> = { ...unit.environment, ...variablesOfFile }
  for (const name of unit.unset) delete variables[name]
  const steps = [...unit.startPre, unit.start].map(toWords)
  const stop = new AbortController()
  let failures = 0
  let running: ChildProcess | undefined

  const runSteps = async (): Promise<void> => {
    for (const argv of steps) {
      running = start(argv, variables).child
      const [code] = await once(running, 'close')
      if (stop.signal.aborted) return
      if (code === 0) continue
      failures += 1
      await delay(unit.restartMs) // time: the unit says how long
      return
    }
  }
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) await runSteps()
  }
  const ended = run()
  return {
    get failures() {
      return failures
    },
    async hasFailed(times) {
      await until(() => failures >= times)
    },
    kill: (signal) => void running?.kill(signal),
    async [Symbol.asyncDispose]() {
      stop.abort()
      running?.kill('SIGTERM')
      await ended
    },
  }
}

function toWords(step: string): readonly string[] {
  return step.replace('/usr/bin/node main.js', '').split(' ').filter(Boolean)
}
