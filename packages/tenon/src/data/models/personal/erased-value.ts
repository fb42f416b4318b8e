import { randomUUID } from 'node:crypto'
import { SetupError } from '../../../base/support/setup-error.ts'
import { ERASED } from '../../../base/log/personal/personal-values.ts'
import { createCodec } from '../../columns/codec.ts'
import type { Table, TableColumn } from '../../columns/table.ts'

/** What the value of a personal column becomes when its person is erased. */
export type ErasedValue =
  /** The database computes it from other columns. */
  | { readonly kind: 'generated' }
  | { readonly kind: 'constant'; readonly value: unknown }
  /** Text that no other row has. Nobody can guess it, and so take it before. */
  | { readonly kind: 'unique' }

/** Throws `E_PERSONAL` if a table has a personal column that cannot be erased. */
export function assertErasable({ name, personal }: Table): void {
  for (const column of personal) erasedValueOf(name, column)
}

/**
 * Returns what a column becomes: the declared value, else null, else its default, else `erased` for text. A unique
 * text gets a random suffix.
 *
 * Throws `E_PERSONAL` for a column that can become none of these.
 */
export function erasedValueOf(table: string, column: TableColumn): ErasedValue {
  const { name, definition } = column
  const { personal, computed, primaryKey, nullable, unique } = definition
  if (primaryKey) throw refuse(table, name, 'it is a key, which other rows refer to')
  if (computed?.kind === 'generated') return { kind: 'generated' }
  const stated = personal?.erased
  if ((stated ?? null) === null && nullable) return { kind: 'constant', value: null }
  if (stated !== undefined && unique) {
    throw refuse(
      table,
      name,
      'a unique column cannot become the same value in several rows. Leave out "erased".',
    )
  }
  const placeholder = stated === undefined ? definition.default : stated
  if (placeholder !== undefined && !unique) return checked(table, column, placeholder)
  if (
    definition.type === 'text' &&
    definition.values === undefined &&
    !definition.cast &&
    !definition.files
  ) {
    if (!unique) return checked(table, column, ERASED)
    checked(table, column, uniqueText())
    return { kind: 'unique' }
  }
  const remedy = unique
    ? 'Declare it nullable().'
    : 'Declare it nullable(), or say what it becomes: personal({ erased: … }).'
  throw refuse(table, name, `nothing says what it becomes when the person is erased. ${remedy}`)
}

/** Creates a unique text for one row. */
export function uniqueText(): string {
  return `${ERASED}-${randomUUID()}`
}

/** Whether `uniqueText` has made a value. */
export function isUniqueText(value: unknown): boolean {
  return (
    typeof value === 'string' && /^erased-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
  )
}

function checked(table: string, { name, definition }: TableColumn, value: unknown): ErasedValue {
  try {
    createCodec(name, definition, 'sqlite').encode(value)
  } catch {
    const remedy = 'Say another value: personal({ erased: … }), or declare it nullable().'
    throw refuse(table, name, `it cannot hold what it becomes when the person is erased. ${remedy}`)
  }
  return { kind: 'constant', value }
}

function refuse(table: string, name: string, why: string): SetupError {
  return new SetupError(
    'E_PERSONAL',
    `"${name}" of "${table}" cannot be personal(): ${why.replace(/\.?$/, '.')}`,
  )
}
