import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { skipWithoutPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { sharedPostgres } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'

const file = join(import.meta.dirname, 'rates/main.ts')
const environment = { APP_KEY: 'a key of 32 bytes or more, for tests' }

async function heardIn({ port }: { readonly port: number }): Promise<readonly string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/heard`)
  return (await response.json()) as string[]
}

function said(currency: string): string {
  return `${currency} 1970-01-01T00:00:00.000Z`
}

async function post({ port }: { readonly port: number }, path: string): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST' })
  assert.equal(status, 200)
}

forEachDialect('a listener of every process', (open) => {
  it('hears what another process has emitted, after its commit and in the same form', async () => {
    const variables = { ...environment, DATABASE_URL: await open.url() }
    using one = await startServing(variables, { file })
    using other = await startServing(variables, { file })
    await until(async () => {
      await Promise.all([post(one, '/rates/EUR'), post(other, '/rates/GBP')])
      const [inOne, inOther] = await Promise.all([heardIn(one), heardIn(other)])
      return inOne.includes(said('GBP')) && inOther.includes(said('EUR'))
    })

    await post(one, '/undone/USD')
    await post(one, '/rates/BAD')
    await post(one, '/rates/CHF')
    await until(async () => (await heardIn(other)).includes(said('CHF')))

    // What one process has told to another while they met can still arrive between.
    const isLater = (text: string) => !/EUR|GBP/.test(text)
    assert.deepEqual((await heardIn(one)).filter(isLater), ['here BAD', said('CHF'), 'here CHF'])
    assert.deepEqual((await heardIn(other)).filter(isLater), [said('CHF')])
    const failed = /The listener \\?"forget\\?" of the event \\?"rates.changed\\?" failed/
    assert.match(one.output.stdout, failed)
    assert.match(other.output.stdout, failed)
  })
})

onDialect('postgres', 'a listener of every process behind PgBouncer', () => {
  it('is said not to hear of others', { skip: skipWithoutPgBouncer }, async () => {
    await using bouncer = await startPgBouncer(await sharedPostgres())
    const variables = { ...environment, DATABASE_URL: `${bouncer.url}?pgbouncer=true` }

    using server = await startServing(variables, { file })

    assert.match(
      server.output.stdout,
      /Listeners of every process, such as \\"forget\\".*REDIS_URL/,
    )
  })
})

it('is listed as such by the command "events"', async () => {
  const { stdout } = await startBinary(environment, { file, argv: ['events'] }).ended

  assert.match(stdout, /rates\.changed +forget +after the commit, in every process/)
})
