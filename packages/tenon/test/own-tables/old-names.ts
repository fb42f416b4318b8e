import type { Database, Statement } from '../../src/data/database/database.ts'
import { Sql } from '../../src/data/database/sql.ts'
import type { KeyLookup } from '../../src/data/database/statement.ts'

/**
 * A database as the code before the rename used it: its statements were those of today, with the names of
 * that time.
 */
export function withOldNames(database: Database): Database {
  const statements = new WeakMap<Statement, Statement>()
  const toOld = (statement: Statement): Statement => {
    const known = statements.get(statement) ?? { ...statement, sql: toOldText(statement.sql) }
    statements.set(statement, known)
    return known
  }
  const methods: Partial<Database> = {
    query: (fragment) => {
      const { text, values } = fragment.parts()
      // Sound: they are the parts of a template.
      return database.query(
        new Sql(text.map(toOldText), values as ConstructorParameters<typeof Sql>[1]),
      )
    },
    run: (statement, parameters) => database.run(toOld(statement), parameters),
    lookup: ({ one, many, keyIndex }: KeyLookup, key) => {
      const others = many === undefined ? {} : { many: toOld(many) }
      return database.lookup({ one: toOld(one), ...others, keyIndex }, key)
    },
  }
  return new Proxy(database, {
    get(target, key) {
      const value: unknown = Reflect.get(key in methods ? methods : target, key)
      return typeof value === 'function' ? value.bind(key in methods ? methods : target) : value
    },
  })
}

function toOldText(text: string): string {
  return text.replaceAll(/\btenon_\w+\b/g, (name) => oldNames[name] ?? name)
}

const oldNames: Readonly<Record<string, string>> = {
  tenon_jobs: 'queue_jobs',
  tenon_job_steps: 'queue_steps',
  tenon_queue_rates: 'queue_rates',
  tenon_job_batches: 'queue_batches',
  tenon_job_signals: 'queue_signals',
  tenon_job_workers: 'queue_workers',
  tenon_mail_attachments: 'queue_attachments',
  tenon_tasks: 'schedule_tasks',
  tenon_task_runs: 'schedule_runs',
  tenon_sessions: 'sessions',
}
