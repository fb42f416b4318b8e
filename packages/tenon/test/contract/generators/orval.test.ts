import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { expected, runGenerated } from './generate-client.ts'

it('orval compiles and calls an application', async () => {
  const printed = await runGenerated({
    command: 'orval/dist/bin/orval.mjs',
    toArguments: (name, baseUrl, folder) => {
      const output = { target: `${name}.ts`, client: 'fetch', baseUrl }
      const settings = { [name]: { input: `${name}.json`, output } }
      writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(settings)}`)
      return ['--config', 'orval.config.mjs']
    },
    program: 'orval.ts',
  })

  assert.deepEqual(printed, expected)
})
