import type { NoticeSource } from '../../database/notices/notices.ts'
import type { SqliteConnection } from '../sqlite/sqlite-connection.ts'

/**
 * Notices commits of other processes by `pragma data_version`, which costs some two microseconds.
 *
 * SQLite does not say what was changed, so every channel is told.
 */
export function watchVersion(connection: Pick<SqliteConnection, 'readVersion'>): NoticeSource {
  return {
    start(tell) {
      const read = (): unknown => {
        try {
          return connection.readVersion()
        } catch {
          // The disk fails, for example, as the next statement says. Nothing here may end the process.
          return undefined
        }
      }
      let version = read()
      const look = (): void => {
        const current = read()
        if (current === version) return
        version = current
        tell()
      }
      const timer = setInterval(look, POLL_MS)
      return { follow() {}, [Symbol.dispose]: () => clearInterval(timer) }
    },
  }
}

/** Half of it is the mean delay until another process's commit is noticed. */
const POLL_MS = 4
