import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { once } from '../../base/support/once.ts'
import { mailsFolder } from '../../pages/mails/mail-name.ts'
import type { LoadMails } from '../../pages/mails/mail-renderer.ts'
import type { loadMails } from '../../pages/vite/mails/load-mails.ts'
import { keepNodeEnv } from '../config/environment.ts'

/** Finds the mails of an application that is not built; `undefined` if it has none. The first mail starts the build. */
export function findSourceMails(root: string): LoadMails | undefined {
  return existsSync(join(root, mailsFolder)) ? once(() => buildSourceMails(root)) : undefined
}

/** Builds the mails with Vite. Vite is imported by its path, so that a built application does not contain it. */
export async function buildSourceMails(root: string): Promise<unknown> {
  const builder = `../../pages/vite/mails/load-mails${extname(import.meta.filename)}`
  const file = pathToFileURL(join(import.meta.dirname, builder))
  const module: Builder = await import(file.href)
  return keepNodeEnv(() => module.loadMails(root))
}

interface Builder {
  readonly loadMails: typeof loadMails
}
