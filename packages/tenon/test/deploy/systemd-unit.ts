import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of a unit that decide what is started, with which variables, and how often. */
export interface Unit {
  readonly startPre: readonly string[]
  readonly start: string
  readonly environment: Readonly<Record<string, string>>
  /** Variables that are removed, whatever sets them. */
  readonly unset: readonly string[]
  /** 0: it is started again however often it fails. */
  readonly startLimitIntervalSec: number
  readonly restart: string
  readonly restartMs: number
}

/** Reads a unit of `deploy/systemd`. */
export function readUnit(name: string): Unit {
  const path = join(import.meta.dirname, `../../../../deploy/systemd/${name}.service`)
  const lines = readFileSync(path, 'utf8').split('\n')
  const all = (key: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
  const last = (key: string): string => all(key).at(-1) ?? ''
  return {
    startPre: all('ExecStartPre'),
    start: last('ExecStart'),
    environment: toVariables(all('Environment').flatMap((words) => words.split(' '))),
    unset: all('UnsetEnvironment').flatMap((words) => words.split(' ')),
    startLimitIntervalSec: Number(last('StartLimitIntervalSec') || '10'),
    restart: last('Restart'),
    restartMs: Number(last('RestartSec')) * 1000,
  }
}

/** Reads lines such as `NODE_OPTIONS=--max-semi-space-size=4`. */
export function toVariables(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
}
