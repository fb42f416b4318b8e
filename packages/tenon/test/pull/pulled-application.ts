import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { withDatabase } from '../../src/data/database/current-database.ts'
import type { Database } from '../../src/data/database/database.ts'
import {
  compareComputed,
  compareSchemas,
} from '../../src/data/introspection/comparison/compare-schemas.ts'
import { readLiveSchema } from '../../src/data/introspection/live-schema.ts'
import { createMigrator } from '../../src/data/migrations/migrator.ts'
import type { Query } from '../../src/data/models/query.ts'
import type { AnyModel } from '../../src/data/records/entity.ts'
import type { OpenDatabase } from '../support/for-each-dialect.ts'
import { copyTodo, type Finished, type Scaffold } from '../generators/scaffold.ts'

/** An application into which a database was pulled. */
export interface PulledApplication extends AsyncDisposable {
  readonly app: Scaffold
  /** What `tenon db:pull` printed. */
  readonly pulled: Finished
  readonly database: Database
  /** Reads all records of every model, by the name of its class. */
  readAll(): Promise<Readonly<Record<string, number>>>
  /** Loads a model of the application. */
  model(
    file: string,
  ): Promise<AnyModel & { query(): Query<AnyModel>; create(values: object): Promise<object> }>
}

/** Creates the tables of a script in a new database, and pulls them into a copy of the example. */
export async function pullScript(open: OpenDatabase, script: string): Promise<PulledApplication> {
  const url = await open.url()
  const database = createDatabase(url)
  const { app, pulled } = await pullInto(database, script, url).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const load = async (file: string): Promise<Record<string, unknown>> =>
    (await import(pathToFileURL(join(app.root, 'app/models', file)).href)) as Record<
      string,
      unknown
    >

  const model: PulledApplication['model'] = async (file) => {
    const [found] = Object.values(await load(`${file}.ts`))
    return found as Awaited<ReturnType<PulledApplication['model']>>
  }
  return {
    app,
    pulled,
    database,
    model,
    readAll: () =>
      withDatabase(database, async () => {
        const counts: Record<string, number> = {}
        for (const file of readdirSync(join(app.root, 'app/models'))) {
          if (file === 'todo.ts') continue
          const found = await model(file.replace('.ts', ''))
          counts[found.name] = (await found.query().all()).length
        }
        return counts
      }),
    async [Symbol.asyncDispose]() {
      await database.close()
      app[Symbol.dispose]()
    },
  }
}

async function pullInto(
  database: Database,
  script: string,
  url: string,
): Promise<Pick<PulledApplication, 'app' | 'pulled'>> {
  await database.script(script)
  const app = copyTodo([], url)
  return { app, pulled: await app.tenon('db:pull') }
}

export function readScript(name: string): string {
  return readFileSync(join(import.meta.dirname, 'databases', `${name}.sql`), 'utf8')
}

/** Migrates an empty database, and lists how it differs from the one that was pulled. */
export async function findDifferences(
  { app, database }: PulledApplication,
  empty: Database,
): Promise<readonly string[]> {
  await createMigrator(empty, join(app.root, 'database/migrations')).migrate()
  const isOther = (name: string): boolean => name === 'migrations' || name === 'todos'
  const [one, other] = [
    await readLiveSchema(database, isOther),
    await readLiveSchema(empty, isOther),
  ]
  const found = [
    ...(await compareSchemas(one, other, empty.dialect)),
    ...compareComputed(one.schema, other, empty.dialect),
  ]
  return found.map(({ place, text }) => `${place}: ${text}`)
}
