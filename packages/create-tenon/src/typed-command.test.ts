import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTakenOptions, toCommand, toShellWord } from './typed-command.ts'

describe('findTakenOptions', () => {
  it('finds the options that npm has taken', () => {
    const taken = findTakenOptions(['shop'], {
      npm_config_accounts: 'true',
      npm_config_api: 'true',
    })

    assert.deepEqual(taken, ['--api', '--accounts'])
  })

  it('finds a template, also if npm has passed its name on as a word', () => {
    const joined = findTakenOptions(['desk'], { npm_config_template: 'helpdesk' })
    const apart = findTakenOptions(['desk', 'helpdesk'], { npm_config_template: 'true' })

    assert.deepEqual([joined, apart], [['--template helpdesk'], ['--template helpdesk']])
  })

  it('ignores other variables, and options that are off', () => {
    const environment = {
      npm_config_loglevel: 'warn',
      npm_config_teams: '',
      npm_config_vue: 'false',
    }

    assert.deepEqual(findTakenOptions(['shop'], environment), [])
  })
})

describe('toCommand', () => {
  it('has the folder first, then all options after "--"', () => {
    assert.equal(toCommand(['my-app'], []), 'npm create tenon@latest my-app')
    assert.equal(
      toCommand(['My App', '--react'], ['--accounts']),
      'npm create tenon@latest "My App" -- --accounts --react',
    )
  })

  it('moves the name of a template behind its option', () => {
    assert.equal(
      toCommand(['desk', 'helpdesk'], ['--template helpdesk']),
      'npm create tenon@latest desk -- --template helpdesk',
    )
  })
})

describe('toShellWord', () => {
  it('quotes only where a shell would change something', () => {
    const words = ['my-app', '../apps/shop', 'My App', 'a$b', ''].map(toShellWord)

    assert.deepEqual(words, ['my-app', '../apps/shop', '"My App"', String.raw`"a\$b"`, '""'])
  })
})
