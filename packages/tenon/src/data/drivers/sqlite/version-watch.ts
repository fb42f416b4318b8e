import type { NoticeSource } from '../../database/notices/notices.ts'
import type { SqliteConnection } from '../sqlite/sqlite-connection.ts'

/**
 * Detects commits of other processes with `pragma data_version`, which takes about two microseconds.
 *
 * SQLite does not report what was changed, so the listeners of all channels are called.
 */
export function watchVersion(connection: Pick<SqliteConnection, 'readVersion'>): NoticeSource {
  return {
    start(tell) {
      const read = (): unknown => {
        try {
          return connection.readVersion()
        } catch {
          // Ignore it, because an error in a timer would end the process. The next statement reports a failed disk.
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

/** The interval between two checks. On average, a commit of another process is detected after half of it. */
const POLL_MS = 4
