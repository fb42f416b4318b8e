import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseArguments } from './parse-arguments.ts'

describe('parseArguments', () => {
  it('reads the folder and the kind of application, in any order', () => {
    const expected = { ...unspecified, folder: 'my-app', template: 'svelte' }

    assert.deepEqual(parseArguments(['my-app', '--svelte']), expected)
    assert.deepEqual(parseArguments(['--svelte', 'my-app']), expected)
  })

  it('leaves unspecified options open', () => {
    assert.deepEqual(parseArguments([]), unspecified)
  })

  it('reads the argument after "--" as a folder', () => {
    const call = parseArguments(['--', '--vue'])

    assert.deepEqual(call, { ...unspecified, folder: '--vue' })
  })

  it('reads --accounts, alone, with --react or with --api', () => {
    const expected = { ...unspecified, hasAccounts: true }

    assert.deepEqual(parseArguments(['--accounts']), expected)
    assert.deepEqual(parseArguments(['--accounts', '--react']), { ...expected, template: 'react' })
    assert.deepEqual(parseArguments(['--accounts', '--api']), { ...expected, template: 'api' })
  })

  it('reads --teams, which means accounts as well', () => {
    const expected = { ...unspecified, hasAccounts: true, hasTeams: true }

    assert.deepEqual(parseArguments(['--teams']), expected)
    assert.deepEqual(parseArguments(['--accounts', '--teams']), expected)
  })

  it('reads --empty, alone or with a kind', () => {
    const expected = { ...unspecified, isEmpty: true }

    assert.deepEqual(parseArguments(['--empty']), expected)
    assert.deepEqual(parseArguments(['--empty', '--vue']), { ...expected, template: 'vue' })
  })

  it('reads a whole application, which has no other options', () => {
    const call = parseArguments(['desk', '--template', 'helpdesk'])
    const mixed = parseArguments(['desk', '--template', 'helpdesk', '--vue'])
    const unknown = parseArguments(['desk', '--template', 'shop'])
    const unnamed = parseArguments(['desk', '--template'])

    assert.deepEqual(call, { ...unspecified, folder: 'desk', whole: 'helpdesk' })
    const whole = 'The template "helpdesk" is a whole application: leave out the other options.'
    assert.deepEqual(mixed, { kind: 'mistake', message: whole })
    const message = 'Unknown template "shop". Known: helpdesk.'
    assert.deepEqual(unknown, { kind: 'mistake', message })
    assert.equal(unnamed.kind, 'mistake')
  })

  it('reads --help and --version, also in their short forms', () => {
    const kinds = ['--help', '-h', '--version', '-v'].map((flag) => parseArguments([flag]).kind)

    assert.deepEqual(kinds, ['help', 'help', 'version', 'version'])
  })

  it('suggests the option that an unknown one resembles', () => {
    const calls = ['--account', '--tems', '--Vue', '--npm', '--force', '-x']

    assert.deepEqual(
      calls.map((option) => parseArguments(['my-app', option])),
      [
        'Unknown option "--account". Did you mean "--accounts"?',
        'Unknown option "--tems". Did you mean "--teams"?',
        'Unknown option "--Vue". Did you mean "--vue"?',
        'Unknown option "--npm".',
        'Unknown option "--force".',
        'Unknown option "-x".',
      ].map((message) => ({ kind: 'mistake', message })),
    )
  })

  it('rejects unknown and contradictory options', () => {
    const calls = [
      ['--angular'],
      ['-x'],
      ['--react=yes'],
      ['one', 'two'],
      [''],
      ['my-app', '--react', '--api'],
      ['my-app', '--vue', '--accounts'],
      ['my-app', '--api', '--teams'],
      ['my-app', '--empty', '--accounts'],
      ['my-app', '--svelte', '--teams'],
    ]

    assert.deepEqual(
      calls.map((args) => parseArguments(args)),
      [
        'Unknown option "--angular".',
        'Unknown option "-x".',
        'The option "--react" takes no value.',
        'Name one folder, not 2.',
        'The name of the folder is empty.',
        'Choose one of --react and --api.',
        `The pages of --accounts are in React: leave out --vue. You can write them yourself: ${ownPages}`,
        'The pages of --teams are in React: leave out --api.',
        'An application with --accounts has no todo list: leave out --empty.',
        `The pages of --teams are in React: leave out --svelte. You can write them yourself: ${ownPages}`,
      ].map((message) => ({ kind: 'mistake', message })),
    )
  })
})

const ownPages =
  'https://github.com/tenon-framework/tenon/blob/main/docs/guide/accounts-kit.md#vue-and-svelte'

const unspecified = {
  kind: 'create',
  folder: undefined,
  template: undefined,
  hasAccounts: false,
  hasTeams: false,
  whole: undefined,
  isEmpty: false,
}
