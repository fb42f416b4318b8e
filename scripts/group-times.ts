import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { root } from './command.ts'

/**
 * A reporter of node:test. It prints a line when a test begins, because `spec` prints nothing until the group of the
 * test has ended, and a silent process looks hung. It prints the place of a failed test at once, because a process that
 * hangs does not reach the summary of `spec`. At the end, it prints a line for each top-level group of tests with its
 * time, and with the CPU time of this process and of its children that have ended. If groups run at the same time, the
 * CPU time counts for the group that ends first.
 */
export default async function* groupTimes(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  const lines: string[] = []
  let before = cpuSeconds()
  for await (const { type, data } of events) {
    if (type === 'test:dequeue') yield `▷ ${data.name}\n`
    if (type === 'test:fail' && !isGroup(data.details)) yield `test at ${placeOf(data)}\n`
    if (type !== 'test:complete' || data.nesting > 0) continue
    const now = cpuSeconds()
    const file = relative(root, data.file ?? '')
    lines.push(
      toLine({
        seconds: data.details.duration_ms / 1000,
        cpu: now - before,
        name: data.name,
        file,
      }),
    )
    before = now
  }
  yield lines.join('')
}

/** Whether only a test inside has failed. Then the group's place does not help: many files may share its module. */
function isGroup({ error }: { readonly error?: unknown }): boolean {
  // Sound: any object may have this property.
  return (error as { failureType?: unknown } | undefined)?.failureType === 'subtestsFailed'
}

function placeOf({ file = '', line = 0, column = 0 }: TestPlace): string {
  return `${relative(root, file)}:${line}:${column}`
}

interface TestPlace {
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

/** How long a group of tests took. */
export interface GroupTime {
  readonly seconds: number
  readonly cpu: number
  readonly name: string
  readonly file: string
}

/** Returns the lines of the groups in the output of a step. */
export function readGroupTimes(output: string): readonly string[] {
  return [...output.matchAll(/^⏱ .*$/gm)].map(([line]) => line)
}

/** The output without the lines of groups, and of tests that begin. */
export function withoutGroupTimes(output: string): string {
  return output.replaceAll(/^[⏱▷] .*\n/gm, '')
}

/** The test that began last; `undefined` if the output is not from tests. */
export function findLastBegun(output: string): string | undefined {
  return [...output.matchAll(/^▷ (.*)$/gm)].at(-1)?.[1]
}

/** Returns the lines of the slowest groups, the slowest first. */
export function findSlowest(lines: readonly string[], count: number): readonly string[] {
  const seconds = (line: string): number => Number.parseFloat(line.slice(1))
  return lines.toSorted((one, other) => seconds(other) - seconds(one)).slice(0, count)
}

function toLine({ seconds, cpu, name, file }: GroupTime): string {
  return `⏱ ${seconds.toFixed(1).padStart(7)} s ${cpu.toFixed(1).padStart(7)} s CPU  ${name} (${file})\n`
}

/** The CPU time of this process and of its children that have ended, in seconds; 0 if the system does not report it. */
function cpuSeconds(): number {
  try {
    // After the name of the program, which may contain spaces, the fields are separated by spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
  } catch {
    return 0
  }
}

const ticksPerSecond = 100
