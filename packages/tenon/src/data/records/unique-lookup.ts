import { parseColumnKey } from '../columns/parse-key.ts'
import { assertUnowned } from './assert-unowned.ts'
import { type AnyModel, entityOf } from './entity.ts'
import { findOne } from './fetch.ts'
import { hasValue } from '../queries/parameter.ts'

/**
 * A model whose records are found by a unique column instead of the key, so that routes can bind it.
 *
 * It exposes its model and column: nested routes look up children by this column within their parent.
 */
export class UniqueLookup<Value, Record, M extends AnyModel = AnyModel> {
  readonly model: M
  readonly column: string

  /** Throws `E_COLUMN_NOT_UNIQUE` for a column whose values may match several records. */
  constructor(model: M, column: string) {
    entityOf(model).table.uniqueInOwner(column)
    this.model = model
    this.column = column
  }

  /** Reads a value of the column from text, such as a path segment, or returns `undefined`. */
  parseKey(text: string): Value | undefined {
    const { definition } = entityOf(this.model).table.column(this.column)
    // `by` takes `Value` from the declaration of the same column.
    return parseColumnKey(definition, text) as Value | undefined
  }

  /** Finds the record with this value, or `null` if there is none. */
  async find(value: Value): Promise<Record | null> {
    const entity = entityOf(this.model)
    assertUnowned(entity)
    const found = await findOne(entity, hasValue(entity.table.column(this.column), value))
    // These are the model's own records, as `by` declares.
    return found as Record | null
  }
}
