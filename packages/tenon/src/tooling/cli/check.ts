import { pathToFileURL } from 'node:url'
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
  async run({ root }, { has, print }) {
    const { checkApplication } = await withVite(() => import('../graph/check-application.ts'))
    const { loadApplication } = await import('../development/load-application.ts')
    const load = (file: string): Promise<unknown> => import(pathToFileURL(file).href)
    const { application } = await loadApplication(findMain(root), load)
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
