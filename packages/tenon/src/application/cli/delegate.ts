import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '../console/command.ts'
import { SetupError } from '../support/setup-error.ts'
import type { Workplace } from './workplace.ts'

/** The same command of the application's own binary, which knows its folders and migrations. */
export const doctor: Command<Workplace> = {
  name: 'doctor',
  summary: 'Check the environment of a deployment and tell how to mend it',
  options: { json: { type: 'boolean', summary: 'Print JSON' } },
  async run({ root }, { has }) {
    const words = [findMain(root), 'doctor', ...(has('json') ? ['--json'] : [])]
    const child = spawn(process.execPath, [...process.execArgv, ...words], { stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    return Number(code ?? 1)
  },
}

function findMain(root: string): string {
  const main = ['main.ts', 'main.js']
    .map((name) => join(root, name))
    .find((path) => existsSync(path))
  if (main !== undefined) return main
  throw new SetupError(
    'E_MAIN_FILE',
    `There is no "main.ts" or "main.js" in "${root}". Run it in the application's folder, or a build's.`,
  )
}
