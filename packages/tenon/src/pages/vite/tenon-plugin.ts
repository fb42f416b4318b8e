import { join } from 'node:path'
import type { Plugin } from 'vite'
import { mailsFolder } from '../mails/mail-name.ts'
import { pagesFolder } from '../assets/page-files.ts'
import { suppliedEntry, toSuppliedEntry } from './client-entry.ts'
import { writePageRegistry } from './page-registry.ts'

/** Supplies the client's entry if the application has none, and maintains the page registry. */
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
        const isListed = [pagesFolder, mailsFolder].some((folder) =>
          path.startsWith(join(root, folder)),
        )
        if (isListed) writePageRegistry(root)
      }
      watcher.on('add', update).on('unlink', update)
    },
  }
}

// The leading NUL tells other plugins that there is no such file.
const resolvedEntry = `\0${suppliedEntry}`
