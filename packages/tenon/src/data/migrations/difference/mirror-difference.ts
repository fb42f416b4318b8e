import { createMirror, dropMirror, fillMirror, plainTarget, type MirrorValues } from '../mirror.ts'
import type { Mirror, Operation } from '../operation.ts'
import type { Schema } from './schema.ts'

/** The mirrors to drop before all other changes, those to create after them, and those to fill at the end. */
export interface MirrorDifference {
  readonly dropped: readonly Operation[]
  readonly created: readonly Operation[]
  readonly filled: readonly Operation[]
}

/** Compares mirrors. A mirror stays if its table and columns keep their names; its SQL is not compared. */
export function mirrorDifference(before: Schema, after: Schema): MirrorDifference {
  const existing = mirrorsOf(before)
  const wanted = mirrorsOf(after)
  const gone = existing.filter(
    (each) => !isAmong(wanted, each) && (after.has(each.table) || before.get(each.table)?.hasModel),
  )
  const added = wanted.filter((each) => !isAmong(existing, each))
  return {
    dropped: gone.map(({ table, mirror }) => dropMirror(table, mirror.from, valuesOf(mirror))),
    created: added.map(({ table, mirror }) => createMirror(table, mirror.from, valuesOf(mirror))),
    filled: added.map(({ table, mirror }) => fillMirror(table, mirror.from, valuesOf(mirror))),
  }
}

interface MirrorOfTable {
  readonly table: string
  readonly mirror: Mirror
}

function mirrorsOf(schema: Schema): readonly MirrorOfTable[] {
  return [...schema].flatMap(([table, { mirrors = [] }]) =>
    mirrors.map((mirror) => ({ table, mirror })),
  )
}

function isAmong(all: readonly MirrorOfTable[], one: MirrorOfTable): boolean {
  return all.some((other) => keyOf(other) === keyOf(one))
}

function keyOf({ table, mirror: { from, to } }: MirrorOfTable): string {
  return [table, from, ...Object.keys(to).toSorted()].join(' ')
}

function valuesOf(mirror: Mirror): string | MirrorValues {
  return plainTarget(mirror) ?? mirror
}
