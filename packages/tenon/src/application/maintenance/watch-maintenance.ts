import type { Database } from '../../data/database/database.ts'
import { readMaintenance, type Maintenance } from './maintenance-table.ts'

/** Knows whether the application is down without a query per request. */
export interface MaintenanceWatch extends Disposable {
  readonly current: Maintenance | undefined
}

/** Every process notices a change within a second. */
const intervalMs = 500

/** Asks the database twice a second. If it does not answer, the last known state is kept. */
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
