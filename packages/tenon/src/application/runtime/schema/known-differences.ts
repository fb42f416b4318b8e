import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Remark } from '../../../data/introspection/catalog-table.ts'

/** The results of comparing a database. */
export interface Found {
  readonly differences: readonly Remark[]
  readonly notCompared: readonly Remark[]
}

/** The results that are new, the number of those recorded before, and the recorded ones that are gone. */
export interface Compared extends Found {
  readonly known: number
  readonly gone: readonly string[]
  /** Whether there is a file with known differences. */
  readonly isRecorded: boolean
}

/** Compares the results with the lines of a file. Without the file, all of them are new. */
export function compareWithKnown({ differences, notCompared }: Found, file: string): Compared {
  const isRecorded = existsSync(file)
  const recorded = new Set(isRecorded ? readLines(file) : [])
  const found = [...differences, ...notCompared].map(toLine)
  const isNew = (remark: Remark): boolean => !recorded.has(toLine(remark))
  return {
    differences: differences.filter(isNew),
    notCompared: notCompared.filter(isNew),
    known: found.filter((line) => recorded.has(line)).length,
    gone: [...recorded].filter((line) => !found.includes(line)),
    isRecorded,
  }
}

/** Records the results, one line for each, so that a review shows what has changed. */
export function recordKnown({ differences, notCompared }: Found, file: string): number {
  const lines = [...differences, ...notCompared].map(toLine).toSorted()
  writeFileSync(file, `${JSON.stringify(lines, undefined, 2)}\n`)
  return lines.length
}

/** Writes a result as it is printed and recorded. */
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
