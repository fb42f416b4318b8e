import type { Database } from '../../src/data/database/database.ts'
import type { DatabaseValue, Statement } from '../../src/data/database/statement.ts'

/** Wraps a database, so that it also reports the statements that it runs. */
export function hearStatements(
  database: Database,
  hear: (sql: string, parameters: readonly DatabaseValue[]) => void,
): Database {
  return new Proxy(database, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      if (name !== 'run') return member.bind(target) as unknown
      return (statement: Statement, parameters: readonly DatabaseValue[]) => {
        hear(statement.sql, parameters)
        return target.run(statement, parameters)
      }
    },
  })
}
