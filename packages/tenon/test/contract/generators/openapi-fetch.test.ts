import { testGenerator } from './generate-client.ts'

testGenerator('openapi-typescript and openapi-fetch', {
  command: 'openapi-typescript/bin/cli.js',
  toArguments: (name) => [`${name}.json`, '-o', `${name}.ts`],
  program: 'openapi-fetch.ts',
})
