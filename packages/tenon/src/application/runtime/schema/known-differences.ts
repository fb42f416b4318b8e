import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Remark } from '../../../data/introspection/catalog-table.ts'

/** What was found in a database: a line for each thing. */
export interface Found {
  readonly differences: readonly Remark[]
  readonly notCompared: readonly Remark[]
}

/** What of it is new, what was recorded before, and what is recorded and gone. */
export interface Compared extends Found {
  readonly known: number
  readonly gone: readonly string[]
}

/** Compares what was found with the lines of a file; without the file, all of it is new. */
export function compareWithKnown({ differences, notCompared }: Found, file: string): Compared {
  const recorded = new Set(existsSync(file) ? readLines(file) : [])
  const found = [...differences, ...notCompared].map(toLine)
  const isNew = (remark: Remark): boolean => !recorded.has(toLine(remark))
  return {
    differences: differences.filter(isNew),
    notCompared: notCompared.filter(isNew),
    known: found.filter((line) => recorded.has(line)).length,
    gone: [...recorded].filter((line) => !found.includes(line)),
  }
}

/** Records what was found, one line for each thing, so that a review sees what changes. */
export function recordKnown({ differences, notCompared }: Found, file: string): number {
  const lines = [...differences, ...notCompared].map(toLine).toSorted()
  writeFileSync(file, `${JSON.stringify(lines, undefined, 2)}\n`)
  return lines.length
}

/** How a line is printed and recorded. */
export function toLine({ place, text }: Remark): string {
  return `${place}: ${text}`
}

function readLines(file: string): readonly string[] {
  const lines: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (Array.isArray(lines) && lines.every((line) => typeof line === 'string')) return lines
  throw new SetupError(
    'E_SCHEMA_KNOWN',
    `${file} does not list known differences. Write it again: schema:check --record.`,
  )
}
