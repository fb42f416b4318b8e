import { atEndOfTurn } from '../../../base/support/loop/end-of-turn.ts'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import type { DatabaseValue, KeyLookup, Row, Rows, Statement } from '../../database/statement.ts'

type Run = (statement: Statement, parameters: readonly DatabaseValue[]) => Promise<Rows>

interface Asked {
  readonly key: DatabaseValue
  readonly resolve: (row: Row | undefined) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Combines equal key lookups of one turn of the event loop into one statement.
 *
 * Requests that arrive together look up their records together: one round trip, one plan and one answer
 * serve them all.
 */
export class KeyBatches {
  readonly #run: Run
  readonly #batches = new Map<KeyLookup, Asked[]>()

  constructor(run: Run) {
    this.#run = run
  }

  find(lookup: KeyLookup, key: DatabaseValue): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      const batch = this.#batches.get(lookup) ?? this.#start(lookup)
      batch.push({ key, resolve, reject })
      if (batch.length === MOST_KEYS) this.#flush(lookup, batch)
    })
  }

  #start(lookup: KeyLookup): Asked[] {
    const batch: Asked[] = []
    this.#batches.set(lookup, batch)
    atEndOfTurn(() => {
      if (this.#batches.get(lookup) === batch) this.#flush(lookup, batch)
    })
    return batch
  }

  #flush(lookup: KeyLookup, batch: readonly Asked[]): void {
    this.#batches.delete(lookup)
    void (batch.length === 1 ? this.#answerEach(lookup, batch) : this.#answerAll(lookup, batch))
  }

  async #answerEach({ one }: KeyLookup, batch: readonly Asked[]): Promise<void> {
    await Promise.all(
      batch.map(({ key, resolve, reject }) =>
        this.#run(one, [key]).then(({ rows }) => resolve(rows[0]), reject),
      ),
    )
  }

  async #answerAll(lookup: KeyLookup, batch: readonly Asked[]): Promise<void> {
    try {
      const { rows } = await this.#run(lookup.many ?? lookup.one, [toArrayLiteral(batch)])
      await this.#handOut(lookup, batch, rows)
    } catch (error) {
      // One key that the database rejects must not make the others fail.
      if (!(error instanceof DatabaseUnavailable)) return this.#answerEach(lookup, batch)
      for (const { reject } of batch) reject(error)
    }
  }

  /**
   * Gives each caller its row. The database may write a key differently from the requested one (a UUID in
   * lower case). So if a row matches no requested key, the keys without a row are looked up one by one.
   */
  async #handOut(lookup: KeyLookup, batch: readonly Asked[], rows: readonly Row[]): Promise<void> {
    const found = new Map(rows.map((row) => [String(row[lookup.keyIndex]), row]))
    const missing = batch.filter(({ key }) => !found.has(String(key)))
    const known = new Set(batch.map(({ key }) => String(key)))
    const isRowLeft = [...found.keys()].some((key) => !known.has(key))

    for (const { key, resolve } of batch) {
      const row = found.get(String(key))
      if (row !== undefined || !isRowLeft) resolve(row)
    }
    if (isRowLeft) await this.#answerEach(lookup, missing)
  }
}

const MOST_KEYS = 500

/** Writes PostgreSQL's text form of an array: `{"1","a \"quoted\" key"}`. */
function toArrayLiteral(batch: readonly Asked[]): string {
  return `{${batch.map(({ key }) => `"${String(key).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
