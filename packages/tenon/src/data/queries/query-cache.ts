import type { DatabaseValue, Dialect, Statement } from '../database/statement.ts'
import { ownersSeen } from './reads/owners-seen.ts'
import { buildQuery } from './build-query.ts'
import { createCompiler } from './compiler.ts'
import type { Parameter } from './condition.ts'
import type { Operation, Selection } from './selection.ts'
import { shapeOf } from './shape.ts'

/** A statement with the values for its placeholders. */
export interface Prepared {
  readonly statement: Statement
  readonly parameters: readonly DatabaseValue[]
}

/** How many shapes of queries are kept compiled per table and dialect; the oldest is evicted. */
export const SHAPE_LIMIT = 200

/**
 * The compiled queries of one table and dialect, by shape.
 *
 * Kysely compiles a query when its shape is first seen. Its parameters go in as objects
 * and come out in the order of the placeholders; `positions` remembers that order for the next
 * query of this shape, whose parameters only have to be encoded.
 */
export class QueryCache {
  readonly #dialect: Dialect
  readonly #compiled = new Map<string, Compiled>()

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  prepare(selection: Selection, operation: Operation): Prepared {
    const { text, parameters } = shapeOf(selection, operation)
    const { statement, positions } =
      this.#compiled.get(text) ?? this.#compile(text, selection, operation, parameters)
    const encoded = parameters.map((parameter) => parameter.encode(this.#dialect))
    return { statement, parameters: positions.map((position) => encoded[position] ?? null) }
  }

  #compile(
    text: string,
    selection: Selection,
    operation: Operation,
    parameters: readonly Parameter[],
  ): Compiled {
    const query = buildQuery(createCompiler(this.#dialect), selection, operation, this.#dialect)
    const positions = query.parameters.map((parameter) =>
      parameters.findIndex((each) => each === parameter),
    )
    const access =
      operation.kind === 'update' || operation.kind === 'delete' || selection.lock !== undefined
        ? 'write'
        : 'read'
    const compiled: Compiled = {
      statement: {
        sql: query.sql,
        access,
        owners: ownersSeen(selection, operation),
        readsMicroseconds: true,
      },
      positions,
    }
    this.#makeRoom()
    this.#compiled.set(text, compiled)
    return compiled
  }

  #makeRoom(): void {
    if (this.#compiled.size < SHAPE_LIMIT) return
    const [oldest] = this.#compiled.keys()
    if (oldest !== undefined) this.#compiled.delete(oldest)
  }
}

interface Compiled {
  readonly statement: Statement
  /** For each placeholder the index of its parameter in the shape. */
  readonly positions: readonly number[]
}
