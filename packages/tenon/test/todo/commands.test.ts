import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { builtBinary, runTodo, serveTodo, spawnTodo } from './todo-binary.ts'
import { createTodo, listTodos, pageRequest } from './todo-client.ts'

const nowhere = { DATABASE_URL: 'sqlite::memory:' }

describe('the binary', () => {
  it('names every missing variable in production and exits with 78', async () => {
    const finished = await runTodo([], { APP_ENV: 'production', SERVER_PORT: '' })

    assert.equal(finished.exitCode, 78)
    assert.match(finished.stderr, /SERVER_HOST.*SERVER_PORT.*DATABASE_URL/)
    assert.equal(finished.stderr.trim().split('\n').length, 1)
  })

  it('answers an unknown command with the nearest name and exits with 64', async () => {
    const finished = await runTodo(['migrat'], nowhere)

    assert.equal(finished.exitCode, 64)
    assert.match(finished.stderr, /Unknown command "migrat"\. Did you mean "migrate"\?/)
  })

  it('answers an unknown option with 64', async () => {
    const finished = await runTodo(['migrate', '--pretent'], nowhere)

    assert.equal(finished.exitCode, 64)
    assert.match(finished.stderr, /Did you mean "--pretend"\?/)
  })

  it('lists its commands and its routes without an environment', async () => {
    const help = await runTodo(['help'], { APP_ENV: 'production' })
    const routes = await runTodo(['routes'], { APP_ENV: 'production' })

    assert.deepEqual([help.exitCode, routes.exitCode], [0, 0])
    assert.match(help.stdout, /schedule:work/)
    assert.match(routes.stdout, /DELETE\s+\/todos\/\{todo\}\s+todos\.destroy/)
  })

  it('reports in one line that a port is taken', async () => {
    await using app = await serveTodo('sqlite::memory:')
    const port = new URL(app.url).port

    const finished = await runTodo([], { ...nowhere, SERVER_PORT: port })

    assert.notEqual(finished.exitCode, 0)
    assert.match(
      finished.stderr,
      new RegExp(`Cannot listen on .*:${port} .*set SERVER_PORT to a free one`),
    )
  })

  it('names localhost when it serves, where cookies and passkeys work, and its address in production', async () => {
    const production = {
      APP_ENV: 'production',
      APP_KEY: 'a-key-of-32-characters-and-more!',
      SERVER_HOST: '127.0.0.1',
    }
    await using developed = await serveTodo('sqlite::memory:')
    await using deployed = await serveTodo('sqlite::memory:', production)

    assert.equal(new URL(developed.url).hostname, 'localhost')
    assert.equal(new URL(deployed.url).hostname, '127.0.0.1')
  })

  it('serves while the database is down, answers 503, and keeps its secrets', async () => {
    const url = 'postgres://todo:topsecret@127.0.0.1:1/todo'
    const child = spawnTodo([], { DATABASE_URL: url })
    let log = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => (log += String(chunk)))
    }
    while (!log.includes('serves http')) await once(child.stdout ?? child, 'data')
    const [, base = ''] = /serves (http:\/\/[^"]+)/.exec(log) ?? []

    const health = await fetch(`${base}/_app/health?db=true`)
    const todos = await fetch(`${base}/todos`)

    assert.equal(health.status, 503)
    const body = (await health.json()) as { status: string; database: string }
    assert.deepEqual([body.status, body.database], ['error', 'disconnected'])
    assert.equal(todos.status, 503)
    assert.equal((await fetch(`${base}/_app/health`)).status, 200)
    assert.ok(!log.includes('topsecret'))
    child.kill('SIGKILL')
    await once(child, 'exit')
  })

  it('runs from a copy of its build folder, with nothing but Node', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-copy-'))
    cpSync(dirname(builtBinary), folder, { recursive: true })
    {
      await using app = await serveTodo(
        `sqlite:${join(folder, 'copy.sqlite')}`,
        {},
        join(folder, 'main.js'),
      )

      await createTodo(app, 'Far from home')
      const document = await (await app.fetch('/todos')).text()
      const [script = ''] = /\/assets\/app-[^"]+\.js/.exec(document) ?? []

      assert.equal((await app.fetch(script)).status, 200)
      assert.ok(!readdirSync(folder).includes('node_modules'))
    }
    rmSync(folder, { recursive: true })
  })

  it('exits with 0 when it is stopped', async () => {
    await using app = await serveTodo('sqlite::memory:')

    app.process.kill('SIGTERM')
    const [exitCode] = await once(app.process, 'exit')

    assert.equal(exitCode, 0)
  })
})

forEachDialect('the commands', (open) => {
  it('migrate once, however many processes do it at the same time', async () => {
    const variables = { DATABASE_URL: await open.url() }

    const finished = await Promise.all([1, 2, 3].map(() => runTodo(['migrate'], variables)))

    assert.deepEqual(
      finished.map(({ exitCode, stderr }) => [exitCode, stderr]),
      [
        [0, ''],
        [0, ''],
        [0, ''],
      ],
    )
    const applied = finished.filter(({ stdout }) => stdout.includes('create_todos'))
    assert.equal(applied.length, 1)
    assert.match((await runTodo(['migrate:status'], variables)).stdout, /create_todos\s+applied/)
  })

  it('roll back and migrate again', async () => {
    const variables = { DATABASE_URL: await open.url() }
    await runTodo(['migrate'], variables)

    const rolledBack = await runTodo(['migrate:rollback'], variables)
    const status = await runTodo(['migrate:status'], variables)
    const pretended = await runTodo(['migrate', '--pretend'], variables)

    assert.match(rolledBack.stdout, /Rolled back .*create_todos/)
    assert.match(status.stdout, /create_todos\s+pending/)
    assert.match(pretended.stdout, /create table "todos"/)
  })

  it('do not start from scratch in production without --force', async () => {
    const variables = {
      APP_ENV: 'production',
      SERVER_HOST: '127.0.0.1',
      DATABASE_URL: await open.url(),
    }

    const refused = await runTodo(['migrate:fresh'], variables)
    const forced = await runTodo(['migrate:fresh', '--force'], variables)

    assert.equal(refused.exitCode, 1)
    assert.match(refused.stderr, /--force/)
    assert.equal(forced.exitCode, 0)
  })

  it('list and run the schedule', async () => {
    const variables = { DATABASE_URL: await open.url() }
    await runTodo(['migrate'], variables)

    const list = await runTodo(['schedule:list'], variables)
    const json = await runTodo(['schedule:list', '--json'], variables)
    const run = await runTodo(['schedule:run'], variables)

    assert.match(list.stdout, /prune-done\s+15 3 \* \* \*\s+UTC/)
    assert.equal((JSON.parse(json.stdout) as { name: string }[])[0]?.name, 'prune-done')
    assert.deepEqual([list.exitCode, run.exitCode], [0, 0])
  })

  it('pause a task, show what it has missed, and resume it', async () => {
    const variables = { DATABASE_URL: await open.url() }
    const paused = await runTodo(
      ['schedule:pause', 'prune-done', '--until=2999-01-01T00:00Z'],
      variables,
    )
    const list = await runTodo(['schedule:list'], variables)
    const resumed = await runTodo(['schedule:resume', 'prune-done'], variables)
    const history = await runTodo(['schedule:history', 'prune-done'], variables)
    const unknown = await runTodo(['schedule:pause', 'nothing'], variables)
    const malformed = await runTodo(['schedule:pause', 'prune-done', '--until=soon'], variables)

    assert.match(paused.stdout, /^prune-done is paused until 2999-01-01/)
    assert.match(list.stdout, /prune-done .+ paused /)
    assert.deepEqual(
      [resumed.stdout, history.stdout],
      ['prune-done runs again.\n', 'Nothing ran.\n'],
    )
    assert.match(
      unknown.stderr,
      /Unknown task "nothing"\. application\(\{ tasks \}\) lists "prune-done"/,
    )
    assert.match(malformed.stderr, /^Usage: schedule:pause <task>/)
  })

  it('work on the schedule until they are stopped', async () => {
    const child = spawnTodo(['schedule:work'], { DATABASE_URL: await open.url() })
    await once(child.stdout ?? child, 'data')

    child.kill('SIGTERM')
    const [exitCode] = await once(child, 'exit')

    assert.equal(exitCode, 0)
  })
})

forEachDialect('under load', (open) => {
  it('100 parallel creates lose nothing', async () => {
    await using app = await serveTodo(await open.url())
    const titles = Array.from({ length: 100 }, (_, i) => `Parallel ${i}`)

    const answers = await Promise.all(
      titles.map((title) => app.fetch('/todos', pageRequest('POST', { title }))),
    )

    assert.ok(answers.every(({ status }) => status === 303))
    const stored = (await listTodos(app)).map(({ title }) => title)
    assert.deepEqual(stored.toSorted(), titles.toSorted())
  })

  it('interleaved requests never see each other', async () => {
    await using app = await serveTodo(await open.url())
    const sent = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? `Valid ${i}` : ''))

    const statuses = await Promise.all(
      sent.map(async (title) => {
        const response = await app.fetch('/todos', pageRequest('POST', { title }))
        await response.text()
        return response.status
      }),
    )

    assert.deepEqual(
      statuses,
      sent.map((title) => (title === '' ? 422 : 303)),
    )
    assert.equal((await listTodos(app)).length, 30)
  })

  it('kill -9 loses no acknowledged write', async () => {
    const url = await open.url()
    const acknowledged: string[] = []
    {
      await using app = await serveTodo(url)
      const write = async (writer: number): Promise<void> => {
        for (let i = 0; ; i++) {
          const title = `Writer ${writer}, ${i}`
          const response = await app
            .fetch('/todos', pageRequest('POST', { title }))
            .catch(() => null)
          if (response?.status !== 303) return
          acknowledged.push(title)
          if (acknowledged.length === 120) app.process.kill('SIGKILL')
        }
      }
      await Promise.all([1, 2, 3, 4].map(write))
    }

    await using again = await serveTodo(url)
    const stored = new Set((await listTodos(again)).map(({ title }) => title))
    assert.deepEqual(
      acknowledged.filter((title) => !stored.has(title)),
      [],
    )
  })
})
