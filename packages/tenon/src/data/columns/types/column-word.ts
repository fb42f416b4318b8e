import { Column, type ColumnDefinition, type ColumnTrait } from '../column.ts'
import type { MadeColumn } from './made-column.ts'
import type { TypeRules } from './type-rules.ts'

/** A method of `c`: the rules of the type that it declares, and what `tenon make` writes for it. */
export interface ColumnWord {
  readonly rules: TypeRules
  readonly make?: MadeColumn
}

/** A symbol, so that editors do not suggest the property after `c.text.`. */
const WORD = Symbol('word')

/** Defines a method of `c`. */
export function columnWord<Declare extends (...given: never) => Column<unknown, ColumnTrait>>(
  word: ColumnWord,
  declare: Declare,
): Declare {
  return Object.assign(declare, { [WORD]: word })
}

/** Returns what is known about a method of `c`. */
export function wordOf(declare: object): ColumnWord {
  // Sound: all methods of `c` are defined by `columnWord`.
  return (declare as { readonly [WORD]: ColumnWord })[WORD]
}

/** Creates a column of a type; `change` overrides the properties of a plain column. */
export function columnOf<Value, Trait extends ColumnTrait = never>(
  type: string,
  change: Partial<ColumnDefinition> = {},
): Column<Value, Trait> {
  return new Column({ ...plain, type, ...change })
}

const plain: Omit<ColumnDefinition, 'type'> = {
  item: undefined,
  digits: undefined,
  limits: undefined,
  values: undefined,
  schema: undefined,
  primaryKey: false,
  autoIncrement: false,
  nullable: false,
  default: undefined,
  computed: undefined,
  unique: false,
  caseInsensitive: false,
  ignoreDeleted: false,
  uniqueWithin: undefined,
  index: false,
  references: undefined,
  owner: undefined,
  was: undefined,
  hidden: false,
  personal: undefined,
  marksDeleted: false,
  countsVersions: false,
  files: undefined,
  onCreate: undefined,
  onUpdate: undefined,
  cast: undefined,
}
