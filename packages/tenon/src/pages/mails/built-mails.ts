import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LoadMails } from './mail-renderer.ts'

/** The file of a built application that renders its mails, below its root. */
export const mailsFile = 'mails.js'

/** Finds the mails that were built into `root`; `undefined` if there are none. */
export function findBuiltMails(root: string): LoadMails | undefined {
  const file = join(root, mailsFile)
  if (!existsSync(file)) return undefined
  return async () => {
    const module: unknown = await import(pathToFileURL(file).href)
    return typeof module === 'object' && module !== null && 'default' in module
      ? module.default
      : undefined
  }
}
