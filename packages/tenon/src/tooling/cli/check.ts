import { pathToFileURL } from 'node:url'
import type { Application } from '../../application/application/application.ts'
import { exitCode, type Command } from '../../base/console/command.ts'
import { findMain } from './main-file.ts'
import { withVite } from './with-vite.ts'
import type { CommandLine } from './command-line.ts'

export const check: Command<CommandLine> = {
  name: 'check',
  summary:
    'Check that links, forms, pages, mails, jobs, variables and migrations fit the rest of the application',
  options: {
    hints: { type: 'boolean', summary: 'Also list what may be a mistake' },
    json: { type: 'boolean', summary: 'Print JSON, hints included' },
  },
  details: 'It ends with 1 if there is a mistake. Hints fail nothing.',
  async run({ root }, { has, print, fail }) {
    const { checkApplication } = await withVite(() => import('../graph/check-application.ts'))
    const application = await load(root, fail)
    if (application === undefined) return exitCode.failed
    const findings = await checkApplication(application.options)
    const mistakes = findings.filter(({ kind }) => kind === 'mistake')
    if (has('json')) print(JSON.stringify(findings, null, 2))
    else {
      const shown = has('hints') ? findings : mistakes
      for (const { kind, file, line, message } of shown) {
        print(`${file}:${line}: ${kind === 'hint' ? 'Hint: ' : ''}${message}`)
      }
      if (mistakes.length === 0) print('Everything fits together.')
    }
    return mistakes.length === 0 ? exitCode.ok : exitCode.failed
  },
}

/** Loads the application; `undefined` after saying which file it imports that does not exist. */
async function load(root: string, fail: (line: string) => void): Promise<Application | undefined> {
  const { loadApplication } = await import('../development/load-application.ts')
  const { describeMissingFile } = await import('../failures/missing-file.ts')
  try {
    const main = findMain(root)
    return (await loadApplication(main, (file) => import(pathToFileURL(file).href))).application
  } catch (error) {
    const missing = describeMissingFile(error, root)
    if (missing === undefined) throw error
    fail(missing)
    return undefined
  }
}
