import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode, type Command } from '../../base/console/command.ts'
import { withVite } from './with-vite.ts'
import type { CommandLine } from './command-line.ts'

export const types: Command<CommandLine> = {
  name: 'types',
  summary: 'Write the types of the pages into resources/pages.d.ts, and check what pages import',
  async run({ root }, { print }) {
    if (!existsSync(join(root, 'resources'))) {
      print('There are no pages: the application has no folder "resources".')
      return exitCode.ok
    }
    const { registryFile, writePageRegistry } = await import('../../pages/vite/page-registry.ts')
    print(writePageRegistry(root) ? `Wrote ${registryFile}` : `${registryFile} is up to date`)
    const { checkBoundary } = await withVite(
      () => import('../../pages/vite/boundary/check-boundary.ts'),
    )
    await checkBoundary(root)
    return exitCode.ok
  },
}
