import { join } from 'node:path'
import type { Plugin } from 'vite'
import { pagesFolder } from '../assets/page-files.ts'
import { suppliedEntry, toSuppliedEntry } from './client-entry.ts'
import { writePageRegistry } from './page-registry.ts'

/** Supplies the client's entry where the application has none, and keeps the registry of pages. */
export function tenonPlugin(root: string): Plugin {
  return {
    name: 'tenon',
    buildStart() {
      writePageRegistry(root)
    },
    resolveId: (id) => (id === suppliedEntry ? resolvedEntry : undefined),
    load: (id) => (id === resolvedEntry ? toSuppliedEntry(root) : undefined),
    configureServer({ watcher }) {
      const update = (path: string): void => {
        if (path.startsWith(join(root, pagesFolder))) writePageRegistry(root)
      }
      watcher.on('add', update).on('unlink', update)
    },
  }
}

// The leading NUL tells other plugins that there is no such file.
const resolvedEntry = `\0${suppliedEntry}`
