import Sqlite from 'better-sqlite3'
import { type Generated, Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely'
import { Pool } from 'pg'
import { searchIndexName, searchVector } from '../../../packages/tenon/src/data/queries/search.ts'
import type { Dialect } from '../contender.ts'
import { PRAGMAS } from '../schema.ts'
import { type Answers, keyOf, LABEL, LIMIT, POSITION, teamOf, wordOf } from './kinds.ts'

interface Tables {
  readonly teams: { readonly id: number; readonly plan: string }
  readonly labels: { readonly id: number; readonly ticket_id: number; readonly name: string }
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
  const searchOf = (table: string, column: string, word: string) => {
    const index = sql.table(searchIndexName(table, [column]))
    const vector = sql.raw(searchVector([column]))
    return dialect === 'sqlite'
      ? sql<boolean>`${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${`"${word}"*`})`
      : sql<boolean>`${vector} @@ to_tsquery('simple', ${`${word}:*`})`
  }
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
        .where(searchOf('tickets', 'subject', wordOf(i)))
        .execute(),
    related: (i) =>
      page()
        .where((eb) =>
          eb.or([
            searchOf('tickets', 'subject', wordOf(i)),
            eb.exists(
              eb
                .selectFrom('labels')
                .select(sql`1`.as('found'))
                .whereRef('labels.ticket_id', '=', 'tickets.id')
                .where(searchOf('labels', 'name', LABEL)),
            ),
          ]),
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
    returning: (i) =>
      db
        .updateTable('counters')
        .set((eb) => ({ hits: eb('hits', '+', 1) }))
        .where('id', '=', keyOf(i))
        .returning(['id', 'hits'])
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
