import Sqlite from 'better-sqlite3'
import { type Generated, Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely'
import { Pool } from 'pg'
import { searchIndexName, searchVector } from '../../../packages/tenon/src/data/queries/search.ts'
import type { Dialect } from '../contender.ts'
import { PRAGMAS } from '../schema.ts'
import { type Answers, keyOf, LIMIT, POSITION, teamOf, wordOf } from './kinds.ts'

interface Tables {
  readonly teams: { readonly id: number; readonly plan: string }
  readonly labels: { readonly ticket_id: number; readonly name: string }
  readonly counters: { readonly id: number; readonly name: string; readonly hits: number }
  readonly tickets: {
    readonly id: Generated<number>
    readonly team_id: number
    readonly subject: string
    readonly body: string
    readonly state: string
    readonly priority: number
    readonly price: string | number
    readonly created_at: Date | number
  }
}

/** Compiles each query; on SQLite, decimals and dates remain numbers. */
export function openKysely(dialect: Dialect, place: string): Answers {
  const db = new Kysely<Tables>({
    dialect: dialect === 'sqlite' ? sqlite(place) : postgres(place),
  })
  const page = () => db.selectFrom('tickets').selectAll().orderBy('id').limit(LIMIT)
  const index = sql.table(searchIndexName('tickets', ['subject']))
  const vector = sql.raw(searchVector(['subject']))
  const moment = dialect === 'sqlite' ? POSITION.created_at.getTime() : POSITION.created_at
  return {
    groups: (i) =>
      page()
        .where((eb) =>
          eb.or([
            eb.and([eb('state', '=', 'open'), eb('priority', '>', 2)]),
            eb.and([eb('state', '=', 'done'), eb('team_id', '=', teamOf(i))]),
          ]),
        )
        .execute(),
    inQuery: () =>
      page()
        .where('team_id', 'in', (eb) =>
          eb.selectFrom('teams').select('id').where('plan', '=', 'paid'),
        )
        .execute(),
    exists: () =>
      page()
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('labels')
              .select(sql`1`.as('found'))
              .whereRef('labels.ticket_id', '=', 'tickets.id')
              .where('name', '=', 'urgent'),
          ),
        )
        .execute(),
    decimals: (i) =>
      db
        .selectFrom('tickets')
        .select((eb) => ['state', eb.fn.countAll().as('tickets'), eb.fn.sum('price').as('total')])
        .where('team_id', '=', teamOf(i))
        .groupBy('state')
        .execute(),
    search: (i) =>
      page()
        .where(
          dialect === 'sqlite'
            ? sql<boolean>`id in (select rowid from ${index} where ${index} match ${`"${wordOf(i)}"*`})`
            : sql<boolean>`${vector} @@ to_tsquery('simple', ${`${wordOf(i)}:*`})`,
        )
        .execute(),
    upsert: (i) =>
      db
        .insertInto('counters')
        .values({ id: keyOf(i), name: 'hits', hits: i })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({
            name: eb.ref('excluded.name'),
            hits: eb.ref('excluded.hits'),
          })),
        )
        .execute(),
    cursor: () =>
      db
        .selectFrom('tickets')
        .selectAll()
        .where(
          sql<boolean>`(priority, created_at, id) < (${POSITION.priority}, ${moment}, ${POSITION.id})`,
        )
        .orderBy('priority', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(LIMIT + 1)
        .execute(),
    close: () => db.destroy(),
  }
}

function sqlite(file: string) {
  const database = new Sqlite(file)
  database.exec(PRAGMAS)
  return new SqliteDialect({ database })
}

function postgres(connectionString: string) {
  return new PostgresDialect({ pool: new Pool({ connectionString, max: 10 }) })
}
