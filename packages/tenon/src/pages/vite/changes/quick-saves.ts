import { statSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Reports a file that was saved again while Vite's watcher was not looking: after a change of a file, chokidar
 * drops further changes of it for 50 ms, the last one included. An editor that saves, formats and saves again
 * would go on with the first version.
 */
export function quickSaves(): Plugin {
  return {
    name: 'tenon:quick-saves',
    configureServer(vite) {
      const reported = new Map<string, string>()
      const reportIfSaved = (file: string): void => {
        const version = toVersion(file)
        if (version !== undefined && version !== reported.get(file)) {
          vite.watcher.emit('change', file)
        }
      }
      vite.watcher.on('change', (file) => {
        // Before anything reads the file: what is written later has another version.
        reported.set(file, toVersion(file) ?? '')
        setTimeout(reportIfSaved, droppedMs + marginMs, file).unref()
      })
    },
  }
}

/** For how long chokidar drops changes. Its timer starts before ours. */
const droppedMs = 50
const marginMs = 10

function toVersion(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.ino} ${stats.mtimeNs} ${stats.size}`
}
