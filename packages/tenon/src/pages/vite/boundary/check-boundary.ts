import { findPageFiles, pagesFolder } from '../../assets/page-files.ts'
import { findMailFiles } from '../../mails/mail-files.ts'
import { mailsFolder } from '../../mails/mail-name.ts'
import { findClientEntry, findRendererEntry } from '../client-entry.ts'
import { buildInsideBoundary } from './build-inside-boundary.ts'

/**
 * Throws `E_SERVER_IMPORT` if a page or a mail imports server code. Follows imports like a build, but reads no
 * packages and writes nothing.
 */
export async function checkBoundary(root: string): Promise<void> {
  const input = findEntries(root)
  if (input.length === 0) return
  await buildInsideBoundary(root, {
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: [...input],
        treeshake: false,
        external: (id, _importer, isResolved) => isResolved && id.includes('/node_modules/'),
      },
    },
  })
}

function findEntries(root: string): readonly string[] {
  const pages = findPageFiles(root)
  const renderer = findRendererEntry(root)
  return [
    ...(pages === undefined ? [] : [findClientEntry(root).input]),
    ...(pages ?? []).map(({ file }) => `${pagesFolder}/${file}`),
    ...(findMailFiles(root) ?? []).map(({ file }) => `${mailsFolder}/${file}`),
    ...(renderer === undefined ? [] : [renderer]),
  ]
}
