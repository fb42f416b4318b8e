import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { mailsFolder, toMailFile, type MailFile } from './mail-name.ts'

/** Finds the mails of an application, sorted by name; `undefined` without a mails folder. */
export function findMailFiles(root: string): readonly MailFile[] | undefined {
  const folder = join(root, mailsFolder)
  if (!existsSync(folder)) return undefined

  return globSync('**/*', { cwd: folder })
    .flatMap((path) => toMailFile(path.replaceAll('\\', '/')) ?? [])
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
