import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { runEvents, runNamed, runTenon, runTodo } from './run-todo.ts'

forEachDialect('console', (open) => {
  it('provides the models, route(), the cache, SQL and await', async () => {
    const variables = { DATABASE_URL: await open.url() }
    await runTodo(['migrate'], { variables })

    const input = `const todo = await Todo.create({ title: 'Write' })
route('todos.edit', { todo: todo.id })
await cache.set('a', 'kept', { ttl: '1m' }); await cache.get('a')
(await sql\`select title from todos where id = \${todo.id}\`)[0].title
`
    const { code, stdout } = await runTodo(['console'], { variables, input })

    assert.equal(code, 0)
    assert.match(stdout, /local: Todo, cache, lock, route, sql, transaction/)
    assert.match(stdout, /'\/todos\/1\/edit'[^]*'kept'[^]*'Write'/)
    const kept = await runTodo(['console'], { variables, input: 'await Todo.count()\n' })
    assert.match(kept.stdout, /^(?:> )?1$/m)
  })

  it('leaves the classes of JavaScript that models are named as, and has those models as well', async () => {
    const variables = { DATABASE_URL: await open.url() }

    const input = `new Event('sent').type
models.Event.table + Guest.table
`
    const { code, stdout } = await runEvents(['console'], { variables, input })

    assert.match(stdout, /local: models\.Event, Guest, cache, lock, route, sql, transaction/)
    assert.match(stdout, /'sent'[^]*'eventsguests'/)
    assert.equal(code, 0)
  })

  it('has the dates, objects and lists of the application', async () => {
    const variables = { DATABASE_URL: await open.url() }
    await runTodo(['migrate'], { variables })

    const input = `const todo = await Todo.create({ title: 'Write' })
await Todo.where('created_at', '<', new Date(Date.now() + 60_000)).where('id', 'in', [todo.id]).count() + 40
await cache.set('x', { a: [1], at: new Map([['b', 2]]).get('b') }, { ttl: '1m' }); (await cache.get('x')).at + 50
`
    const { code, stdout } = await runTodo(['console'], { variables, input })

    assert.match(stdout, /^(?:> )?41$[^]*^(?:> )?52$/m)
    assert.equal(code, 0)
  })

  it('runs all lines of a file, awaits promises, and fails at the end if a line did', async () => {
    const input = `throw new Error('first')
await 1
function double(number) {
  return number * 2
}
Promise.resolve(double(21))
`
    const { code, stdout } = await runTodo(['console'], {
      variables: { DATABASE_URL: await open.url() },
      input,
    })

    assert.match(stdout, /Uncaught Error: first[^]*42/)
    assert.equal(code, 1)
  })

  it('rolls everything back at the end with --sandbox', async () => {
    const variables = { DATABASE_URL: await open.url() }
    await runTodo(['migrate'], { variables })

    const input = `await Todo.create({ title: 'For now' })\nawait Todo.count()\n`
    const inside = await runTodo(['console', '--sandbox'], { variables, input })
    const after = await runTodo(['console'], { variables, input: 'await Todo.count()\n' })

    assert.equal(inside.code, 0)
    assert.match(inside.stdout, /^(?:> )?1$/m)
    assert.match(after.stdout, /^(?:> )?0$/m)
  })

  it('goes on after a statement that failed in --sandbox, and undoes only that', async () => {
    const variables = { DATABASE_URL: await open.url() }
    await runTodo(['migrate'], { variables })

    const input = `await Todo.create({ title: 'Before' })
await sql\`select nothing from nowhere\`
await transaction(async () => { await Todo.create({ title: 'Undone' }); throw new Error('changed my mind') })
await transaction(() => Todo.create({ title: 'After' }))
(await Todo.orderBy('id').pluck('title')).join()
`
    const inside = await runTodo(['console', '--sandbox'], { variables, input })
    const after = await runTodo(['console'], { variables, input: 'await Todo.count()\n' })

    assert.match(inside.stdout, /^(?:> )?'Before,After'$/m, inside.stderr)
    assert.equal(inside.code, 1)
    assert.match(after.stdout, /^(?:> )?0$/m)
  })

  it('finishes the last line of a file after an error that an earlier one left behind', async () => {
    const variables = { DATABASE_URL: await open.url() }
    await runTodo(['migrate'], { variables })

    // time: the error must come while the last line runs
    const wait = (ms: number) => `new Promise((resolve) => setTimeout(resolve, ${ms}))`
    const input = `void ${wait(20)}.then(() => { throw new Error('late') })
${wait(400)}.then(() => Todo.count()).then((count) => count + 41)
`
    const { stdout } = await runTodo(['console'], { variables, input })

    assert.match(stdout, /Uncaught Error: late[^]*^(?:> )?41$/m)
  })

  it('rolls back all databases at the end with --sandbox', async () => {
    const variables = { DATABASE_URL: await open.url(), ANALYTICS_DATABASE_URL: await open.url() }
    await runNamed(['migrate'], { variables })

    const count = `[await User.count(), await Visit.count()].join()\n`
    const input = `await User.create({ name: 'Ada' }); await Visit.create({ path: '/' })\n${count}`
    const inside = await runNamed(['console', '--sandbox'], { variables, input })
    const after = await runNamed(['console'], { variables, input: count })

    assert.match(inside.stdout, /^(?:> )?'1,1'$/m, inside.stderr)
    assert.match(after.stdout, /^(?:> )?'0,0'$/m)
  })

  it('is opened by "tenon console" as well, and db by "tenon db"', async () => {
    const variables = { DATABASE_URL: await open.url() }
    await runTodo(['migrate'], { variables })

    const talked = await runTenon(['console', '--sandbox'], { variables, input: '6 * 7\n' })
    const asked = await runTenon(['db', 'select count(*) as todos from todos'], { variables })

    assert.match(talked.stdout, /sandbox: Todo[^]*42/)
    assert.equal(asked.code, 0, asked.stderr)
    assert.match(asked.stdout, /todos[^]*0/)
  })
})

describe('db', () => {
  it('reports which program is missing', async () => {
    const variables = { DATABASE_URL: 'sqlite:./a.sqlite', PATH: '/nonexistent' }

    const { code, stderr } = await runTodo(['db'], { variables })

    assert.equal(code, 1)
    assert.match(stderr, /^The program "sqlite3" is not installed\. Install the package/)
  })

  it('rejects an in-memory database', async () => {
    const { code, stderr } = await runTodo(['db'], {
      variables: { DATABASE_URL: 'sqlite::memory:' },
    })

    assert.equal(code, 1)
    assert.match(stderr, /only the process that opened it can read/)
  })

  const addresses = {
    'postgres://shop:secret@shop,standby:5433/shop?pool=2':
      'postgres://shop@shop:5432,standby:5433/shop secret',
    'postgres://postgres,[::1]:5433/shop?sslmode=no-verify':
      'postgres://postgres:5432,[::1]:5433/shop?sslmode=require ',
    'postgresql://ada%40home:s%25@db/shop?schema=sales,public':
      'postgresql://ada%40home@db/shop?options=-c%20search_path%3Dsales%2Cpublic s%',
    'postgres:///shop?host=/run/postgresql': 'postgres:///shop?host=%2Frun%2Fpostgresql ',
  }
  for (const [given, passed] of Object.entries(addresses)) {
    it(`passes ${given} to psql with its hosts and without its password`, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-psql-'))
      const psql = '#!/bin/sh\nprintf "%s %s" "$*" "$PGPASSWORD"\n'
      writeFileSync(join(folder.path, 'psql'), psql, { mode: 0o755 })

      const { code, stdout, stderr } = await runTodo(['db'], {
        variables: { DATABASE_URL: given, PATH: folder.path },
      })

      assert.equal(code, 0, stderr)
      assert.equal(stdout, passed)
    })
  }
})

onDialect('postgres', 'db', (open) => {
  it('does not pass the options of Tenon to psql', async () => {
    const url = new URL(await open.url())
    url.searchParams.set('pool', '2')

    const asked = await runTodo(['db', 'show search_path'], {
      variables: { DATABASE_URL: url.href },
    })

    assert.equal(asked.code, 0, asked.stderr)
    assert.match(asked.stdout, new RegExp(url.searchParams.get('schema') ?? 'none'))
  })
})

describe('completion', () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    it(`lists commands, generators and options for ${shell}`, async () => {
      const { code, stdout } = await runTenon(['completion', shell])

      assert.equal(code, 0)
      assert.match(stdout, /dev start build check make destroy/)
      assert.match(stdout, /model resource controller request [^]*--resource/)
    })
  }

  it('completes in bash', async () => {
    const { stdout } = await runTenon(['completion', 'bash'])
    const probe = `${stdout}\nCOMP_WORDS=(tenon make mo); COMP_CWORD=2; _tenon; echo "\${COMPREPLY[@]}"`

    const completed = spawnSync('bash', ['-c', probe], { encoding: 'utf8' })

    assert.equal(completed.stdout, 'model\n', completed.stderr)
  })

  it('rejects other shells', async () => {
    const { code, stderr } = await runTenon(['completion', 'fisch'])

    assert.equal(code, 64)
    assert.match(stderr, /Did you mean "fish"\?/)
  })
})
