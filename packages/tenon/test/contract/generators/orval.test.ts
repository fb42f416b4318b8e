import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testGenerator } from './generate-client.ts'

testGenerator('orval', {
  command: 'orval/dist/bin/orval.mjs',
  toArguments: (name, folder) => {
    const output = { target: `${name}.ts`, client: 'fetch' }
    const settings = { [name]: { input: `${name}.json`, output } }
    writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(settings)}`)
    return ['--config', 'orval.config.mjs']
  },
  program: 'orval.ts',
})
