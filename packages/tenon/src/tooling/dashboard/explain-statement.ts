import { randomUUID } from 'node:crypto'
import type { Database } from '../../data/database/database.ts'

/** Whether the database can explain a statement. */
export function isExplainable(sql: string): boolean {
  return /^\s*(?:select|insert|update|delete|with)\b/i.test(sql)
}

/**
 * Asks the database for the plan of a statement. It neither runs the statement nor uses its values, which are not kept.
 */
export async function explainStatement(database: Database, sql: string): Promise<string> {
  try {
    return await explainers[database.dialect](database, sql)
  } catch (error) {
    return `The database cannot explain this statement: ${String(error)}`
  }
}

type Explain = (database: Database, sql: string) => Promise<string>

const explainers: Readonly<Record<Database['dialect'], Explain>> = {
  sqlite: (database, sql) => readPlan(database, `explain query plan ${sql}`),
  postgres: explainGenerically,
}

/** A generic plan does not depend on the values. A plain `explain` would plan for null values. */
function explainGenerically(database: Database, sql: string): Promise<string> {
  const name = `explained_${randomUUID().replaceAll('-', '')}`
  const numbers = Array.from(sql.matchAll(/\$(\d+)/g), ([, number]) => Number(number))
  const nulls = Array.from({ length: Math.max(0, ...numbers) }, () => 'null').join(', ')
  return database.transaction(async () => {
    await run(database, 'set local plan_cache_mode = force_generic_plan')
    await run(database, `prepare ${name} as ${sql}`)
    const plan = await readPlan(database, `explain execute ${name}${nulls && `(${nulls})`}`)
    await run(database, `deallocate ${name}`)
    return plan
  })
}

async function readPlan(database: Database, sql: string): Promise<string> {
  const { rows } = await run(database, sql)
  return rows.map((row) => String(row.at(-1))).join('\n')
}

function run(database: Database, sql: string): ReturnType<Database['execute']> {
  return database.execute({ sql, parameters: [] })
}
