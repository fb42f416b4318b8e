import { DatabaseSync } from 'node:sqlite'
import { Pool } from 'pg'
import { searchIndexName, searchVector } from '../../../packages/tenon/src/data/queries/search.ts'
import type { Dialect } from '../contender.ts'
import { PRAGMAS } from '../schema.ts'
import {
  type Answers,
  COLUMNS,
  keyOf,
  type Kind,
  LABEL,
  LIMIT,
  POSITION,
  teamOf,
  wordOf,
} from './kinds.ts'

export function openByHand(dialect: Dialect, place: string): Answers {
  return dialect === 'sqlite' ? onSqlite(place) : onPostgres(place)
}

/** The statements, with `?` for each value. */
function statements(dialect: Dialect): Record<Kind, string> {
  const all = `select ${COLUMNS} from tickets`
  const page = `order by id limit ${LIMIT}`
  const searchOf = (table: string, column: string) => {
    const index = searchIndexName(table, [column])
    return dialect === 'sqlite'
      ? `${table}.id in (select rowid from ${index} where ${index} match ?)`
      : `${searchVector([column])} @@ to_tsquery('simple', ?)`
  }
  const search = searchOf('tickets', 'subject')
  return {
    groups: `${all} where (state = 'open' and priority > 2) or (state = 'done' and team_id = ?) ${page}`,
    inQuery: `${all} where team_id in (select id from teams where plan = 'paid') ${page}`,
    exists: `${all} where exists (select 1 from labels where ticket_id = tickets.id and name = 'urgent') ${page}`,
    decimals:
      'select state, count(*) as tickets, sum(price) as total from tickets where team_id = ? group by state order by state',
    search: `${all} where ${search} ${page}`,
    related: `${all} where ${search} or exists (select 1 from labels where ticket_id = tickets.id and ${searchOf('labels', 'name')}) ${page}`,
    upsert:
      'insert into counters (id, name, hits) values (?, ?, ?) on conflict (id) do update set name = excluded.name, hits = excluded.hits',
    returning: 'update counters set hits = hits + ? where id = ? returning id, hits',
    cursor: `${all} where (priority, created_at, id) < (?, ?, ?) order by priority desc, created_at desc, id desc limit ${LIMIT + 1}`,
  }
}

/** A word as the prefix of a search, in the syntax of each database. */
const prefix = { sqlite: (word: string) => `"${word}"*`, postgres: (word: string) => `${word}:*` }

type Run = (kind: Kind, values: readonly unknown[]) => unknown

function answersOf(dialect: Dialect, run: Run, close: () => unknown): Answers {
  const { priority, created_at, id } = POSITION
  const moment = dialect === 'sqlite' ? created_at.getTime() : created_at
  return {
    groups: (i) => run('groups', [teamOf(i)]),
    inQuery: () => run('inQuery', []),
    exists: () => run('exists', []),
    decimals: (i) => run('decimals', [teamOf(i)]),
    search: (i) => run('search', [prefix[dialect](wordOf(i))]),
    related: (i) => run('related', [prefix[dialect](wordOf(i)), prefix[dialect](LABEL)]),
    upsert: (i) => run('upsert', [keyOf(i), 'hits', i]),
    returning: (i) => run('returning', [1, keyOf(i)]),
    cursor: () => run('cursor', [priority, moment, id]),
    close,
  }
}

type TicketRow = [number, number, string, string, string, number, number, number]

function onSqlite(file: string): Answers {
  const connection = new DatabaseSync(file)
  connection.exec(PRAGMAS)
  const prepared = new Map(
    Object.entries(statements('sqlite')).map(([kind, sql]) => {
      const statement = connection.prepare(sql)
      statement.setReturnArrays(true)
      return [kind, statement] as const
    }),
  )
  const run: Run = (kind, values) => {
    const statement = prepared.get(kind)
    if (kind === 'upsert') return statement?.run(...(values as number[]))
    const rows = (statement?.all(...(values as number[])) ?? []) as unknown[]
    if (kind === 'returning')
      return (rows as [number, number][]).map(([id, hits]) => ({ id, hits }))
    return kind === 'decimals'
      ? (rows as [string, number, number][]).map(([state, tickets, total]) => {
          return { state, tickets, total: (total / 100).toFixed(2) }
        })
      : (rows as TicketRow[]).map(toTicket)
  }
  return answersOf('sqlite', run, () => connection.close())
}

function toTicket([id, team_id, subject, body, state, priority, price, created_at]: TicketRow) {
  return {
    id,
    team_id,
    subject,
    body,
    state,
    priority,
    price: (price / 100).toFixed(2),
    created_at: new Date(created_at),
  }
}

function onPostgres(connectionString: string): Answers {
  const pool = new Pool({ connectionString, max: 10 })
  const texts = new Map(
    Object.entries(statements('postgres')).map(([kind, sql]) => {
      let count = 0
      return [kind, sql.replaceAll('?', () => `$${++count}`)] as const
    }),
  )
  const run: Run = async (kind, values) =>
    (await pool.query({ name: kind, text: texts.get(kind) ?? '', values: [...values] })).rows
  return answersOf('postgres', run, () => pool.end())
}
