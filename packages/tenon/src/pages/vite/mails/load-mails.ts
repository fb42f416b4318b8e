import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBuiltMails } from '../../mails/built-mails.ts'
import { buildMails } from './build-mails.ts'

/** Builds the mails of an application into a temporary folder and loads them, for a test. */
export async function loadMails(root: string): Promise<unknown> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tenon-mails-'))
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }')
  await buildMails(root, folder.path)
  const load = findBuiltMails(folder.path)
  return load?.()
}
