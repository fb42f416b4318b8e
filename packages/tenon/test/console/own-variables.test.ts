import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { environment } from '../../src/environment.ts'
import { startBinary } from '../faults/start-binary.ts'
import { runIn } from './run-todo.ts'

const file = join(import.meta.dirname, 'own-program.ts')
const secret = 'a secret of 16 characters or more'

const listRoutes = (variables: Readonly<Record<string, string>>) =>
  startBinary(variables, { file, argv: ['routes'] }).ended

describe("an application's own variables", () => {
  it('are named in one line if they are missing or invalid, without a value', async () => {
    const missing = await listRoutes({})
    const invalid = await listRoutes({ APP_ENV: 'staging', WEBHOOK_SECRET: 'sshh', RETRIES: 'two' })

    assert.equal(missing.code, 78)
    assert.equal(
      missing.stderr,
      'The environment of local is not complete: WEBHOOK_SECRET is missing. Nothing was started.\n',
    )
    assert.equal(invalid.code, 78)
    assert.match(
      invalid.stderr,
      /^The environment of staging is not complete: WEBHOOK_SECRET is invalid \(.*16.*\); RETRIES is invalid \(.*\)\. Nothing was started\.\n$/,
    )
    assert.doesNotMatch(invalid.stderr, /sshh/)
  })

  it('are read, with their defaults', async () => {
    const { code, stdout } = await listRoutes({ WEBHOOK_SECRET: secret, UPLOADS: '' })

    assert.equal(code, 0)
    assert.match(stdout, /\/storage/)
  })

  it('are read from the files of the environment', async () => {
    using app = mkdtempDisposableSync(join(import.meta.dirname, '../../fixtures/own-variables-'))
    writeFileSync(join(app.path, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(app.path, 'main.ts'),
      `import { application, get, routes } from 'tenon'
import { environment } from 'tenon/environment'
import { z } from 'zod'
environment(z.object({ WEBHOOK_SECRET: z.string() }))
export const app = application({ root: import.meta.dirname, routes: routes([get('/', () => '')]) })
await app.run(process.argv.slice(2))
`,
    )

    const without = await runIn(app.path, ['check'])
    writeFileSync(join(app.path, '.env.local'), `WEBHOOK_SECRET=${secret}\n`)
    const withFile = await runIn(app.path, ['check'])

    assert.equal(without.code, 78)
    assert.match(
      without.stderr,
      /^The environment of local is not complete: WEBHOOK_SECRET is missing\. N[^\n]*\n$/,
    )
    assert.equal(withFile.code, 0)
  })

  it('need a schema that is one, and is not asynchronous', () => {
    const late = z.object({}).refine(async () => true)

    // @ts-expect-error no schema
    assert.throws(() => environment({ WEBHOOK_SECRET: 'text' }), { code: 'E_SCHEMA' })
    assert.throws(() => environment(late), { code: 'E_SCHEMA' })
  })
})
