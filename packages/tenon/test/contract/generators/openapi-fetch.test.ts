import assert from 'node:assert/strict'
import { it } from 'node:test'
import { expected, runGenerated } from './generate-client.ts'

it('openapi-typescript and openapi-fetch compile and call an application', async () => {
  const printed = await runGenerated({
    command: 'openapi-typescript/bin/cli.js',
    toArguments: (name) => [`${name}.json`, '-o', `${name}.ts`],
    program: 'openapi-fetch.ts',
  })

  assert.deepEqual(printed, expected)
})
