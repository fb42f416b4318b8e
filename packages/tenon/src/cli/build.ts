import { join, relative } from 'node:path'
import { exitCode, type Command } from '../console/command.ts'
import type { Workplace } from './workplace.ts'

export const build: Command<Workplace> = {
  name: 'build',
  summary: 'Build the application into a folder that runs with nothing but Node beside it',
  options: { out: { type: 'string', summary: 'The folder; default build' } },
  async run({ root }, call) {
    const { buildApplication } = await import('../vite/build.ts')
    const folder = join(root, call.value('out') ?? 'build')
    const startedAt = performance.now()
    await buildApplication({ root, folder })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    call.print(
      `Built ${relative(process.cwd(), folder)} in ${seconds} s. Run: node ${relative(process.cwd(), join(folder, 'main.js'))}`,
    )
    return exitCode.ok
  },
}
