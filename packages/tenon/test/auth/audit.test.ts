import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'

describe('routes --audit', () => {
  it('prints who may use each route, and how often', () => {
    const [header, ...lines] = run('routes', '--audit').trim().split('\n')

    assert.match(`${header}`, /METHOD +PATH +LOGIN +ABILITY +LIMIT +RECORDS +DECLARED AT/)
    assert.deepEqual(
      lines.map((line) => line.split(/ {2,}/).slice(0, 6)),
      [
        ['GET', '/', 'none', 'public', 'none', 'scoped'],
        ['GET', '/forgotten', 'none', 'not stated', 'none', 'unscoped'],
        ['GET', '/me', 'user', 'signed in', 'limit(me)', 'scoped'],
        ['GET', '/todos', 'user', 'viewAny todos, create todos', 'none', 'scoped'],
        ['GET', '/api/me', 'user by token', 'signed in', 'none', 'scoped'],
        ['GET', '/shared', 'signed URL', 'public', 'none', 'scoped'],
      ],
    )
  })

  it('prints JSON for programs, of the routes selected', () => {
    const [{ place, ...audit }, ...others] = JSON.parse(
      run('routes', '--audit', '--json', '--path=/todos'),
    )

    assert.deepEqual(audit, {
      method: 'GET',
      path: '/todos',
      name: 'todos.index',
      login: 'user',
      credentials: 'session',
      isSigned: false,
      access: ['viewAny todos', 'create todos'],
      limits: [],
      isUnscoped: false,
      personal: { answered: [], bound: [] },
    })
    assert.match(place, /audited\.ts:\d+:\d+$/)
    assert.deepEqual(others, [])
  })
})

function run(...args: readonly string[]): string {
  const main = join(import.meta.dirname, 'audited.ts')
  return execFileSync(process.execPath, ['--conditions=source', main, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
}
