import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exitCode, type Command } from './command.ts'
import { toHelp } from './help.ts'
import { runCommand } from './run-command.ts'

const list: Command<object> = {
  name: 'list',
  summary: 'Show what there is',
  options: {
    json: { type: 'boolean', summary: 'Print JSON' },
    step: { type: 'string', summary: 'So many' },
  },
  run: async (_context, { has, value, print }) => {
    print(`json ${has('json')}, step ${value('step')}`)
    return exitCode.ok
  },
}
const make: Command<object> = {
  name: 'make',
  summary: 'Write a file',
  words: '<name>',
  run: async (_context, { words, print }) => {
    print(words.join(' '))
    return exitCode.ok
  },
}

async function run(...argv: string[]): Promise<readonly [code: number, line: string | undefined]> {
  const lines: string[] = []
  const add = (line: string): void => void lines.push(line)
  const call = { argv, defaultName: 'list', output: { print: add, fail: add } }
  return [await runCommand([list, make], call, {}), lines.join('\n')]
}

describe('runCommand', () => {
  it('runs the command that is named, else the default, with its options', async () => {
    assert.deepEqual(await run('list', '--json'), [0, 'json true, step undefined'])
    assert.deepEqual(await run('--step=3'), [0, 'json false, step 3'])
  })

  it('hands words to a command that takes them, and to no other', async () => {
    assert.deepEqual(await run('make', 'add', 'author'), [0, 'add author'])
    assert.deepEqual(await run('make', '--', '--force'), [0, '--force'])
    assert.deepEqual(await run('list', '3'), [
      64,
      'The command "list" takes no "3". Run "help" for the list.',
    ])
  })

  it('names the nearest command and option', async () => {
    assert.deepEqual(await run('lits'), [64, 'There is no command "lits". Did you mean "list"?'])
    assert.match((await run('list', '--constructor'))[1] ?? '', /no option of list "--constructor"/)
    assert.deepEqual(await run('list', '--jsn'), [
      64,
      'There is no option of list "--jsn". Did you mean "--json"?',
    ])
  })

  it('wants a value for an option that takes one, and none for another', async () => {
    for (const option of ['--step', '--json=yes']) assert.equal((await run('list', option))[0], 64)
  })
})

describe('toHelp', () => {
  it('lists each command with its words and options', () => {
    assert.deepEqual(toHelp([list, make]).split('\n'), [
      'COMMAND           WHAT IT DOES',
      'list              Show what there is',
      '  --json          Print JSON',
      '  --step=<value>  So many',
      'make <name>       Write a file',
    ])
  })
})
