import type { Database } from '../../data/database/database.ts'
import type { OwnRow, OwnTable } from '../../data/own/own-table.ts'
import { createOwnTables } from '../../data/own/own-tables.ts'
import { hasTable } from '../../data/database/dialects/has-table.ts'
import { sql } from '../../data/database/sql.ts'

/** Has one row while the application is down, and none otherwise. */
export const maintenanceTable = {
  name: 'tenon_maintenance',
  columns: { retry_after: 'integer', secret_digest: 'text?' },
} as const satisfies OwnTable

/** How an application that is down answers, and who may still use it. */
export interface Maintenance {
  readonly retryAfterSeconds: number
  /** The digest of the secret that lets a browser in; `null` if there is none. */
  readonly secretDigest: string | null
}

/** Takes the application down for all processes on this database. */
export async function writeMaintenance(
  database: Database,
  { retryAfterSeconds, secretDigest }: Maintenance,
): Promise<void> {
  await createOwnTables(database, [maintenanceTable])
  await database.transaction(async () => {
    await database.query(sql`delete from tenon_maintenance`)
    await database.query(
      sql`insert into tenon_maintenance (retry_after, secret_digest)
          values (${retryAfterSeconds}, ${secretDigest})`,
    )
  })
}

/** Ends the maintenance; returns whether there was one. */
export async function endMaintenance(database: Database): Promise<boolean> {
  if ((await readMaintenance(database)) === undefined) return false
  await database.query(sql`delete from tenon_maintenance`)
  return true
}

/** The current maintenance; `undefined` if the application is not down. */
export async function readMaintenance(database: Database): Promise<Maintenance | undefined> {
  // Check first, because PostgreSQL logs each failing statement.
  if (!(await hasTable(database, maintenanceTable.name))) return undefined
  const [row] = await database.query<OwnRow<typeof maintenanceTable>>(
    sql`select retry_after, secret_digest from tenon_maintenance`,
  )
  return row && { retryAfterSeconds: row.retry_after, secretDigest: row.secret_digest }
}

/** Knows whether the application is down, without a query for each request. */
export interface MaintenanceWatch extends Disposable {
  readonly current: Maintenance | undefined
}

/** At this interval, every process notices a change within a second. */
const intervalMs = 500

/** Reads the state twice a second. If the database does not answer, the last known state is kept. */
export function watchMaintenance(database: Database): MaintenanceWatch {
  let timer: NodeJS.Timeout
  let isOver = false
  const look = async (): Promise<void> => {
    try {
      watch.current = await readMaintenance(database)
    } catch {
      // Readiness reports whether the database answers.
    }
    if (!isOver) timer = setTimeout(() => void look(), intervalMs).unref()
  }
  const watch: MaintenanceWatch & { current: MaintenanceWatch['current'] } = {
    current: undefined,
    [Symbol.dispose]: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
  void look()
  return watch
}
