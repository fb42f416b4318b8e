import type { NoticeSource } from '../../database/notices/notices.ts'
import type { SqliteConnection } from '../sqlite/sqlite-connection.ts'

/**
 * Notices commits of other processes by `pragma data_version`, which costs some two microseconds.
 *
 * SQLite does not say what was changed, so every channel is told.
 */
export function watchVersion(connection: SqliteConnection): NoticeSource {
  return {
    start(tell) {
      let version = connection.readVersion()
      const look = (): void => {
        const current = connection.readVersion()
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
