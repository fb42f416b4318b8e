import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { hasConsent } from '../../src/application/commands/services/consent.ts'
import { toSettings } from '../../src/application/config/settings.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { runTodo } from './run-todo.ts'

const production = { APP_ENV: 'production', SERVER_HOST: '127.0.0.1', SERVER_PORT: '0' }

forEachDialect('a command that destroys something', (open) => {
  for (const [argv, warning] of [
    [['migrate:rollback'], /migrate:rollback drops what migrations have created/],
    [['migrate:fresh'], /migrate:fresh drops every table/],
    [['db:seed'], /db:seed changes records/],
    [['storage:sweep', '--delete'], /storage:sweep --delete deletes files/],
    [['jobs:cancel', '--name=send'], /jobs:cancel --name stops every job "send"/],
    [['jobs:forget', '--name=send'], /jobs:forget --name deletes every job "send"/],
  ] as const) {
    it(`is refused in production without --force: ${argv.join(' ')}`, async () => {
      const variables = { ...production, DATABASE_URL: await open.url() }

      const refused = await runTodo(argv, { variables })

      assert.equal(refused.code, 1)
      assert.match(refused.stderr, warning)
      assert.match(refused.stderr, /In production it needs --force\.$/m)
    })
  }

  it('does it in production with --force', async () => {
    const variables = { ...production, DATABASE_URL: await open.url() }
    await runTodo(['migrate'], { variables })

    const forced = await runTodo(['migrate:rollback', '--force'], { variables })

    assert.match(forced.stdout, /Rolled back .*create_todos/)
  })

  it('says with --pretend what it would do, also in production, and changes nothing', async () => {
    const variables = { ...production, DATABASE_URL: await open.url() }
    await runTodo(['migrate'], { variables })
    const run = (...argv: readonly string[]) => runTodo([...argv, '--pretend'], { variables })

    const rollback = await run('migrate:rollback')
    const fresh = await run('migrate:fresh')
    const seeded = await run('db:seed')
    const status = await runTodo(['migrate:status'], { variables })

    assert.match(rollback.stdout, /^-- \S+create_todos\n(?:.*\n)*drop table "todos";$/m)
    assert.match(fresh.stdout, /^drop table if exists "todos"(?: cascade)?;$/m)
    assert.match(fresh.stdout, /^-- \S+create_todos$/m)
    assert.deepEqual([rollback.code, fresh.code, seeded.code], [0, 0, 0])
    assert.match(status.stdout, /create_todos\s+applied/)
  })
})

describe('a command that destroys something, at a terminal', () => {
  const ask = async (answer: string, variables: Readonly<Record<string, string>> = {}) => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const failures: string[] = []
    const context = {
      settings: toSettings(new Map(Object.entries(variables))),
      fail: (line: string) => failures.push(line),
    }
    input.end(answer)
    const call = { has: () => false }
    const isAgreed = await hasConsent(context, call, 'db:drop drops it', { input, output })
    output.end()
    return { isAgreed, asked: await text(output), failures }
  }

  it('asks, and goes on only if the answer is yes', async () => {
    const yes = await ask('y\n')
    const no = await ask('\n')
    const nothing = await ask('')

    assert.equal(yes.asked, 'db:drop drops it, in the environment "local". Continue? [y/N] ')
    assert.deepEqual([yes.isAgreed, no.isAgreed, nothing.isAgreed], [true, false, false])
    assert.deepEqual(no.failures, ['Nothing was changed.'])
  })

  it('does not ask in production, where it needs --force', async () => {
    const refused = await ask('y\n', { ...production, DATABASE_URL: 'sqlite:a.sqlite' })

    assert.deepEqual([refused.isAgreed, refused.asked], [false, ''])
    assert.deepEqual(refused.failures, ['db:drop drops it. In production it needs --force.'])
  })
})
