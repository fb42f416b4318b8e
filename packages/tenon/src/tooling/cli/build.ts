import { join, relative, resolve } from 'node:path'
import { exitCode, type Command } from '../../base/console/command.ts'
import { withVite } from './with-vite.ts'
import type { CommandLine } from './command-line.ts'

export const build: Command<CommandLine> = {
  name: 'build',
  summary: 'Build the application into a folder that needs nothing but Node to run',
  options: {
    out: { type: 'string', summary: 'The folder, absolute or in the application; default build' },
    keep: { type: 'string', summary: 'How many earlier builds keep their files; default 0' },
    migrations: { type: 'string', summary: 'The migrations folder, if application() names one' },
    seeders: { type: 'string', summary: 'The seeders folder, if application() names one' },
  },
  async run({ root }, call) {
    const { buildApplication } = await withVite(() => import('../../pages/vite/build.ts'))
    const folder = resolve(root, call.value('out') ?? 'build')
    const keep = toCount(call.value('keep') ?? '0')
    if (keep === undefined) {
      call.fail('--keep takes a number of builds, such as --keep 2.')
      return exitCode.usage
    }
    const startedAt = performance.now()
    const migrations = call.value('migrations')
    const seeders = call.value('seeders')
    await buildApplication({ root, folder, keep, migrations, seeders })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const below = relative(process.cwd(), folder)
    const name = below.startsWith('..') ? folder : below
    call.print(`Built ${name} in ${seconds} s. Run: node ${join(name, 'main.js')}`)
    return exitCode.ok
  },
}

function toCount(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) ? Number(text) : undefined
}
