import { exitCode, type Command } from '../../../base/console/command.ts'
import { withVite } from '../with-vite.ts'
import type { CommandLine } from '../command-line.ts'

export const upgrade: Command<CommandLine> = {
  name: 'upgrade',
  summary: 'Rewrite the application in the names of this version, and list what is left to do',
  options: {
    pretend: { type: 'boolean', summary: 'List what would change, and change nothing' },
  },
  async run({ root }, call) {
    const { upgradeApplication } = await withVite(() => import('./upgrade-application.ts'))
    const pretend = call.has('pretend')
    const { changed, remarks } = upgradeApplication(root, { pretend })
    for (const path of changed) call.print(`${pretend ? 'Would change' : 'Changed'} ${path}`)
    for (const { path, line, text } of remarks) call.print(`${path}:${line}: ${text}`)
    if (changed.length + remarks.length === 0) call.print('Everything is up to date.')
    else if (!pretend && changed.length > 0)
      call.print('Now run your formatter and the type check.')
    return remarks.length > 0 ? exitCode.failed : exitCode.ok
  },
}
