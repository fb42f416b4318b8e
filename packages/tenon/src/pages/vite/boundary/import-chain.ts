import { relative } from 'node:path'
import { SetupError } from '../../../base/support/setup-error.ts'
import { mailsFolder, toMailFile } from '../../mails/mail-name.ts'
import { toPageName } from '../../assets/page-files.ts'

/** An import of server code by a module that must run without it. */
export interface ServerImport {
  /** The id of the importing module. */
  readonly importer: string
  /** The imported name, such as `tenon/database`. */
  readonly name: string
}

/** Finds the ids of the modules that import a module. */
export type FindImporters = (id: string) => Iterable<string>

/** Creates the error about imports of server code, with the shortest chain from a page or mail to each import. */
export function toServerImportError(
  root: string,
  imports: readonly ServerImport[],
  findImporters: FindImporters,
): SetupError {
  const chains = imports.map(({ importer, name }) => {
    const files = findChain(root, importer, findImporters).map((file) => relative(root, file))
    return `  ${[...files, name].join('\n    → ')}\n`
  })
  // `tenon` has a function of this name as well, for code of the server.
  const links = imports.some(({ name }) => name === 'tenon')
    ? ' For links, import route() from "tenon/client".'
    : ''
  return new SetupError(
    'E_SERVER_IMPORT',
    `Pages, mails and their components import server code, which must not reach browsers:\n` +
      [...new Set(chains)].toSorted().join('') +
      `If you need only types, write "import type". Pass data as props. Put values that both sides need into a ` +
      `file that imports no server code, such as app/shared/statuses.ts.${links}`,
  )
}

/** Finds a shortest chain by breadth-first search. The chain starts at a page or mail if one imports the module. */
function findChain(root: string, end: string, findImporters: FindImporters): readonly string[] {
  const nextOf = new Map<string, string | undefined>([[end, undefined]])
  let start = end
  for (const id of nextOf.keys()) {
    if (!isVirtual(id)) start = id
    if (isPageOrMail(toFile(id), root)) break
    for (const importer of findImporters(id)) if (!nextOf.has(importer)) nextOf.set(importer, id)
  }
  const chain: string[] = []
  for (let id: string | undefined = start; id !== undefined; id = nextOf.get(id)) {
    const file = toFile(id)
    if (!isVirtual(id) && chain.at(-1) !== file) chain.push(file)
  }
  return chain
}

function isPageOrMail(file: string, root: string): boolean {
  const path = relative(root, file).replaceAll('\\', '/')
  if (toPageName(path) !== undefined) return true
  const mail = path.startsWith(`${mailsFolder}/`) && path.slice(mailsFolder.length + 1)
  return mail !== false && toMailFile(mail) !== undefined
}

/** The file of a module. A part of a Vue or Svelte component is a separate module: the file with a query. */
function toFile(id: string): string {
  return id.replace(/\?.*$/s, '')
}

function isVirtual(id: string): boolean {
  return id.startsWith('\0')
}
