import { exitCode, type Command } from '../../base/console/command.ts'
import type { Workplace } from './workplace.ts'

export const types: Command<Workplace> = {
  name: 'types',
  summary: 'Write the types of the pages into resources/pages.d.ts',
  async run({ root }, { print }) {
    const { registryFile, writePageRegistry } = await import('../../pages/vite/page-registry.ts')
    print(writePageRegistry(root) ? `Wrote ${registryFile}` : `${registryFile} is up to date`)
    return exitCode.ok
  },
}
