import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testGenerator } from './generate-client.ts'

testGenerator('@hey-api/openapi-ts', {
  command: '@hey-api/openapi-ts/bin/run.js',
  toArguments: (name, folder) => {
    const settings = {
      input: `${name}.json`,
      output: { path: name, module: { extension: '.ts' } },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    }
    writeFileSync(join(folder, 'hey-api.config.mjs'), `export default ${JSON.stringify(settings)}`)
    return ['-f', 'hey-api.config.mjs']
  },
  program: 'hey-api.ts',
})
