import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { application, command, get, routes } from '../../src/index.ts'
import { toBundled } from '../support/bundled-program.ts'

const ping = routes([get('/ping', () => 'pong')])

describe('a command of the application', () => {
  it('receives its arguments and options, and uses models like a handler', async () => {
    const ended = await run('users:add', 'ada', '--domain=example.com')

    assert.deepEqual(ended, { code: 0, stdout: 'ada@example.com is number 1\n', stderr: '' })
  })

  it('receives boolean options as booleans', async () => {
    assert.deepEqual(await run('users:add', 'ada', '--quiet'), { code: 0, stdout: '', stderr: '' })
  })

  it('is listed in help, and explained', async () => {
    const { stdout } = await run('help')
    const explained = await run('users:add', '--help')

    assert.match(stdout, /^users:add <email> +Add a user$/m)
    assert.match(explained.stdout, /^--domain=<value> +The domain of a bare name$/m)
  })

  it('ends the process with the code that it returns', async () => {
    assert.equal((await run('fail')).code, 7)
  })

  it('that throws ends with one line and code 1', async () => {
    const { code, stderr } = await run('users:add')

    assert.equal(code, 1)
    assert.equal(stderr, 'Name the user: users:add ada@example.com\n')
  })

  it('is rejected at boot if its name is taken or malformed', () => {
    const make = (name: string) => () =>
      application({
        root: import.meta.dirname,
        routes: ping,
        commands: [command(name, { summary: 'Do it' }).run(() => {})],
      })

    assert.throws(make('migrate'), { code: 'E_COMMAND_NAME_TAKEN' })
    assert.throws(make('help'), { code: 'E_COMMAND_NAME_TAKEN' })
    assert.throws(make('Add User'), { code: 'E_COMMAND_NAME' })
  })
})

describe('the command routes', () => {
  it('lists the routes selected by its options', async () => {
    const named = JSON.parse((await run('routes', '--name=create', '--json')).stdout)
    const atPath = await run('routes', '--path=/users', '--method=get')
    const none = await run('routes', '--method=DELETE')

    assert.deepEqual(
      named.map(({ path }: { path: string }) => path),
      ['/users/new'],
    )
    assert.equal(atPath.stdout.trim().split('\n').length, 3)
    assert.equal(none.stdout, 'No route matches.\n')
  })
})

describe('the command about', () => {
  it('shows versions and components, and hides the password of the database', async () => {
    const { stdout } = await run('about', '--json')

    const facts = JSON.parse(stdout)
    assert.equal(facts.routes, 3)
    assert.equal(facts.node, process.versions.node)
    assert.equal(facts.database, 'sqlite::memory:')
  })
})

describe('the command key:generate', () => {
  it('prints a key of 32 bytes, another one each time', async () => {
    const [one, two] = await Promise.all([run('key:generate'), run('key:generate')])

    const [, key = ''] = /^APP_KEY=base64:(.+)\n$/.exec(one.stdout) ?? []
    assert.equal(Buffer.from(key, 'base64').length, 32)
    assert.notEqual(one.stdout, two.stdout)
  })
})

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function run(...words: readonly string[]): Promise<Ended> {
  const program = toBundled(join(import.meta.dirname, 'program.ts'))
  const args = ['--conditions=source', program, ...words]
  const env = { ...process.env, DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'error' }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    )
  })
}
