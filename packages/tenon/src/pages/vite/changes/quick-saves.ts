import { statSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Reports a file that was saved again right after a change: chokidar, Vite's watcher, drops further changes of a
 * file for 50 ms, including the last one. After an editor saves, formats and saves again, Vite would keep the first
 * version.
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
        // Record the version before anything reads the file, so that a later write has another version.
        reported.set(file, toVersion(file) ?? '')
        setTimeout(reportIfSaved, droppedMs + marginMs, file).unref()
      })
    },
  }
}

/** How long chokidar drops changes. Its timer starts before the one here. */
const droppedMs = 50
const marginMs = 10

function toVersion(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.ino} ${stats.mtimeNs} ${stats.size}`
}
