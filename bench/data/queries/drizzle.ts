import Sqlite from 'better-sqlite3'
import { and, asc, count, desc, eq, exists, gt, inArray, or, sql, sum } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import * as onPg from 'drizzle-orm/pg-core'
import * as onSqlite from 'drizzle-orm/sqlite-core'
import { Pool } from 'pg'
import { searchIndexName, searchVector } from '../../../packages/tenon/src/data/queries/search.ts'
import type { Dialect } from '../contender.ts'
import { PRAGMAS } from '../schema.ts'
import { type Answers, keyOf, LABEL, LIMIT, POSITION, teamOf, wordOf } from './kinds.ts'

/** Uses prepared statements throughout. */
export function openDrizzle(dialect: Dialect, place: string): Answers {
  return dialect === 'sqlite' ? openSqlite(place) : openPostgres(place)
}

function openSqlite(file: string): Answers {
  const { sqliteTable, integer, text } = onSqlite
  const teams = sqliteTable('teams', { id: integer().primaryKey(), plan: text().notNull() })
  const labels = sqliteTable('labels', {
    id: integer().primaryKey(),
    ticket_id: integer().notNull(),
    name: text().notNull(),
  })
  const counters = sqliteTable('counters', {
    id: integer().primaryKey(),
    name: text().notNull(),
    hits: integer().notNull(),
  })
  const tickets = sqliteTable('tickets', {
    id: integer().primaryKey(),
    team_id: integer().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    state: text().notNull(),
    priority: integer().notNull(),
    price: integer().notNull(),
    created_at: integer({ mode: 'timestamp_ms' }).notNull(),
  })
  const connection = new Sqlite(file)
  connection.exec(PRAGMAS)
  const db = drizzleSqlite(connection)
  const index = sql.identifier(searchIndexName('tickets', ['subject']))
  const labelIndex = sql.identifier(searchIndexName('labels', ['name']))

  const from = () => db.select().from(tickets)
  const groups = from()
    .where(
      or(
        and(eq(tickets.state, 'open'), gt(tickets.priority, 2)),
        and(eq(tickets.state, 'done'), eq(tickets.team_id, sql.placeholder('team'))),
      ),
    )
    .orderBy(asc(tickets.id))
    .limit(LIMIT)
    .prepare()
  const paid = db.select({ id: teams.id }).from(teams).where(eq(teams.plan, 'paid'))
  const inQuery = from()
    .where(inArray(tickets.team_id, paid))
    .orderBy(asc(tickets.id))
    .limit(LIMIT)
    .prepare()
  const urgent = db
    .select({ found: sql`1` })
    .from(labels)
    .where(and(eq(labels.ticket_id, tickets.id), eq(labels.name, 'urgent')))
  const withLabel = from().where(exists(urgent)).orderBy(asc(tickets.id)).limit(LIMIT).prepare()
  const decimals = db
    .select({ state: tickets.state, tickets: count(), total: sum(tickets.price) })
    .from(tickets)
    .where(eq(tickets.team_id, sql.placeholder('team')))
    .groupBy(tickets.state)
    .prepare()
  const matching = sql`${tickets.id} in (select rowid from ${index} where ${index} match ${sql.placeholder('words')})`
  const search = from().where(matching).orderBy(asc(tickets.id)).limit(LIMIT).prepare()
  const labelled = db
    .select({ found: sql`1` })
    .from(labels)
    .where(
      and(
        eq(labels.ticket_id, tickets.id),
        sql`${labels.id} in (select rowid from ${labelIndex} where ${labelIndex} match ${sql.placeholder('label')})`,
      ),
    )
  const related = from()
    .where(or(matching, exists(labelled)))
    .orderBy(asc(tickets.id))
    .limit(LIMIT)
    .prepare()
  const upsert = db
    .insert(counters)
    .values({ id: sql.placeholder('id'), name: 'hits', hits: sql.placeholder('hits') })
    .onConflictDoUpdate({
      target: counters.id,
      set: { name: sql`excluded.name`, hits: sql`excluded.hits` },
    })
    .prepare()
  const returning = db
    .update(counters)
    .set({ hits: sql`${counters.hits} + 1` })
    .where(eq(counters.id, sql.placeholder('id')))
    .returning({ id: counters.id, hits: counters.hits })
    .prepare()
  const cursor = from()
    .where(
      sql`(${tickets.priority}, ${tickets.created_at}, ${tickets.id}) < (${sql.placeholder('priority')}, ${sql.placeholder('moment')}, ${sql.placeholder('id')})`,
    )
    .orderBy(desc(tickets.priority), desc(tickets.created_at), desc(tickets.id))
    .limit(LIMIT + 1)
    .prepare()

  const { priority, id } = POSITION
  return {
    groups: (i) => groups.all({ team: teamOf(i) }),
    inQuery: () => inQuery.all(),
    exists: () => withLabel.all(),
    decimals: (i) => decimals.all({ team: teamOf(i) }),
    search: (i) => search.all({ words: `"${wordOf(i)}"*` }),
    related: (i) => related.all({ words: `"${wordOf(i)}"*`, label: `"${LABEL}"*` }),
    upsert: (i) => upsert.run({ id: keyOf(i), hits: i }),
    returning: (i) => returning.all({ id: keyOf(i) }),
    cursor: () => cursor.all({ priority, moment: POSITION.created_at.getTime(), id }),
    close: () => connection.close(),
  }
}

function openPostgres(connectionString: string): Answers {
  const { pgTable, integer, text, numeric, timestamp } = onPg
  const teams = pgTable('teams', { id: integer().primaryKey(), plan: text().notNull() })
  const labels = pgTable('labels', {
    id: integer().primaryKey(),
    ticket_id: integer().notNull(),
    name: text().notNull(),
  })
  const counters = pgTable('counters', {
    id: integer().primaryKey(),
    name: text().notNull(),
    hits: integer().notNull(),
  })
  const tickets = pgTable('tickets', {
    id: integer().primaryKey(),
    team_id: integer().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    state: text().notNull(),
    priority: integer().notNull(),
    price: numeric({ precision: 10, scale: 2 }).notNull(),
    created_at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  })
  const pool = new Pool({ connectionString, max: 10 })
  const db = drizzlePostgres(pool)
  const vector = sql.raw(searchVector(['subject']))
  const labelVector = sql.raw(searchVector(['name']))

  const from = () => db.select().from(tickets)
  const groups = from()
    .where(
      or(
        and(eq(tickets.state, 'open'), gt(tickets.priority, 2)),
        and(eq(tickets.state, 'done'), eq(tickets.team_id, sql.placeholder('team'))),
      ),
    )
    .orderBy(asc(tickets.id))
    .limit(LIMIT)
    .prepare('groups')
  const paid = db.select({ id: teams.id }).from(teams).where(eq(teams.plan, 'paid'))
  const inQuery = from()
    .where(inArray(tickets.team_id, paid))
    .orderBy(asc(tickets.id))
    .limit(LIMIT)
    .prepare('inQuery')
  const urgent = db
    .select({ found: sql`1` })
    .from(labels)
    .where(and(eq(labels.ticket_id, tickets.id), eq(labels.name, 'urgent')))
  const withLabel = from()
    .where(exists(urgent))
    .orderBy(asc(tickets.id))
    .limit(LIMIT)
    .prepare('exists')
  const decimals = db
    .select({ state: tickets.state, tickets: count(), total: sum(tickets.price) })
    .from(tickets)
    .where(eq(tickets.team_id, sql.placeholder('team')))
    .groupBy(tickets.state)
    .prepare('decimals')
  const matching = sql`${vector} @@ to_tsquery('simple', ${sql.placeholder('words')})`
  const search = from().where(matching).orderBy(asc(tickets.id)).limit(LIMIT).prepare('search')
  const labelled = db
    .select({ found: sql`1` })
    .from(labels)
    .where(
      and(
        eq(labels.ticket_id, tickets.id),
        sql`${labelVector} @@ to_tsquery('simple', ${sql.placeholder('label')})`,
      ),
    )
  const related = from()
    .where(or(matching, exists(labelled)))
    .orderBy(asc(tickets.id))
    .limit(LIMIT)
    .prepare('related')
  const upsert = db
    .insert(counters)
    .values({ id: sql.placeholder('id'), name: 'hits', hits: sql.placeholder('hits') })
    .onConflictDoUpdate({
      target: counters.id,
      set: { name: sql`excluded.name`, hits: sql`excluded.hits` },
    })
    .prepare('upsert')
  const returning = db
    .update(counters)
    .set({ hits: sql`${counters.hits} + 1` })
    .where(eq(counters.id, sql.placeholder('id')))
    .returning({ id: counters.id, hits: counters.hits })
    .prepare('returning')
  const cursor = from()
    .where(
      sql`(${tickets.priority}, ${tickets.created_at}, ${tickets.id}) < (${sql.placeholder('priority')}, ${sql.placeholder('moment')}, ${sql.placeholder('id')})`,
    )
    .orderBy(desc(tickets.priority), desc(tickets.created_at), desc(tickets.id))
    .limit(LIMIT + 1)
    .prepare('cursor')

  const { priority, id } = POSITION
  return {
    groups: (i) => groups.execute({ team: teamOf(i) }),
    inQuery: () => inQuery.execute(),
    exists: () => withLabel.execute(),
    decimals: (i) => decimals.execute({ team: teamOf(i) }),
    search: (i) => search.execute({ words: `${wordOf(i)}:*` }),
    related: (i) => related.execute({ words: `${wordOf(i)}:*`, label: `${LABEL}:*` }),
    upsert: (i) => upsert.execute({ id: keyOf(i), hits: i }),
    returning: (i) => returning.execute({ id: keyOf(i) }),
    cursor: () => cursor.execute({ priority, moment: POSITION.created_at, id }),
    close: () => pool.end(),
  }
}
