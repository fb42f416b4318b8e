import assert from 'node:assert/strict'
import { mkdtempDisposableSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { checkDatabase } from '../../src/application/runtime/schema/check-database.ts'
import { readLiveSchema } from '../../src/data/introspection/live-schema.ts'
import type { SchemaSources } from '../../src/data/migrations/difference/make-migration.ts'
import { type Database, withDatabase } from '../../src/database.ts'
import { createMigrator, findDrift, makeMigration, MigrationFailed } from '../../src/migrations.ts'
import { Dice } from '../changes/random-schedule.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { type Change, modelsOf, randomChange, type RandomSchema, rowOf } from './random-schema.ts'

/** `RANDOM_SCHEMAS=100` makes more. */
const count = Number(process.env['RANDOM_SCHEMAS'] ?? 4)
const seed = Number(process.env['SEED'] ?? 1)
const steps = 10

const workspace = join(import.meta.dirname, '../../../..')

forEachDialect('a schema that changes at random', (open) => {
  for (let i = 0; i < count; i++) {
    it(`is the one of its models after each migration, and the one before after a rollback: seed ${seed + i}`, async () => {
      mkdirSync(join(workspace, '.tmp'), { recursive: true })
      using root = mkdtempDisposableSync(join(workspace, '.tmp/schema-'))
      const evolution = new Evolution(await open(), root.path)
      await evolution.run(new Dice(seed + i))
    })
  }
})

/** A database, and the migrations that are written for the changes of its models. */
class Evolution {
  readonly #database: Database
  readonly #folder: string
  readonly #snapshot: string
  #schema: RandomSchema = new Map()
  #rows = 0

  constructor(database: Database, root: string) {
    this.#database = database
    this.#folder = join(root, 'migrations')
    this.#snapshot = join(root, 'schema.json')
    mkdirSync(this.#folder)
  }

  async run(dice: Dice): Promise<void> {
    const changes: string[] = []
    for (let step = 0; step < steps; step++) {
      const change = randomChange(dice, this.#schema)
      if (change === undefined) continue
      changes.push(change.text)
      try {
        await this.#make(change, step)
        if (await this.#migrate(change)) this.#schema = change.schema
      } catch (error) {
        throw new Error(changes.join('\n'), { cause: error })
      }
    }
  }

  async #make({ schema, renamed }: Change, step: number): Promise<void> {
    const sources = this.#sources(schema)
    await makeMigration({
      ...sources,
      name: `step ${step}`,
      date: new Date(Date.UTC(2026, 0, 1 + step)),
      answerRename: ({ table, name }) =>
        Promise.resolve(renamed?.[0] === `${table}.${name}` ? renamed[1] : undefined),
    })
    assert.deepEqual(await findDrift(sources), [])
  }

  /** Migrates there, back and there again. Returns whether the rows allow the change. */
  async #migrate({ schema }: Change): Promise<boolean> {
    const migrator = createMigrator(this.#database, this.#folder)
    const before = await this.#readSchema()
    const pending = await migrator.pending()
    try {
      await migrator.migrate()
    } catch (error) {
      if (!(error instanceof MigrationFailed)) throw error
      assert.match(error.message, refusals)
      await this.#forget(pending)
      return false
    }
    const { differences } = await checkDatabase(this.#sources(schema), this.#database)
    assert.deepEqual(differences, [])

    await migrator.rollback({ step: pending.length }).then(
      async () => assert.deepEqual(await this.#readSchema(), before),
      (error: Error) => assert.match(error.message, refusals),
    )
    await migrator.migrate()
    await this.#addRows(schema)
    return true
  }

  /** Deletes the files of migrations whose change the rows do not allow. */
  async #forget(pending: readonly string[]): Promise<void> {
    for (const file of readdirSync(this.#folder)) {
      if (pending.includes(file.replace('.ts', ''))) rmSync(join(this.#folder, file))
    }
    rmSync(this.#snapshot)
    await makeMigration({ ...this.#sources(this.#schema), name: 'unchanged' })
  }

  async #addRows(schema: RandomSchema): Promise<void> {
    await withDatabase(this.#database, async () => {
      const tables = [...schema.values()]
      for (const [i, model] of modelsOf(schema).entries()) {
        const row = rowOf(tables[i] ?? new Map(), (this.#rows += 1))
        const { id } = await model.create(row as never)
        const { id: _key, ...stored } = { ...(await model.findOrFail(id)) }
        assert.deepEqual(stored, row)
      }
    })
  }

  #sources(schema: RandomSchema): SchemaSources {
    return { models: modelsOf(schema), folder: this.#folder, snapshot: this.#snapshot }
  }

  async #readSchema() {
    const { schema } = await readLiveSchema(this.#database, (name) => name === 'migrations')
    return schema
  }
}

/** What a migration says of rows that do not fit. */
const refusals =
  /must not be null|has a value that does not fit|have a value that does not fit|invalid input syntax|is violated|is taken|out of range|which would have no value|overflow/
