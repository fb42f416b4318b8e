import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { expected, runGenerated } from './generate-client.ts'

it('@hey-api/openapi-ts compiles and calls an application', async () => {
  const printed = await runGenerated({
    command: '@hey-api/openapi-ts/bin/run.js',
    toArguments: (name, _origin, folder) => {
      const settings = {
        input: `${name}.json`,
        output: { path: name, module: { extension: '.ts' } },
        plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      }
      writeFileSync(
        join(folder, 'hey-api.config.mjs'),
        `export default ${JSON.stringify(settings)}`,
      )
      return ['-f', 'hey-api.config.mjs']
    },
    program: 'hey-api.ts',
  })

  assert.deepEqual(printed, expected)
})
