import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { exitCode, type Command } from './command.ts'
import { runCommand } from './run-command.ts'

const list: Command<object> = {
  name: 'list',
  summary: 'List the entries',
  options: {
    json: { type: 'boolean', summary: 'Print JSON' },
    step: { type: 'string', summary: 'The step size' },
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
  const add = (line: string): void => void lines.push(stripVTControlCharacters(line))
  const program = {
    name: 'program',
    version: 'program 1.2.3',
    commands: [list, make],
    defaultName: 'list',
  }
  return [await runCommand(program, { argv, print: add, fail: add }, {}), lines.join('\n')]
}

describe('runCommand', () => {
  it('runs the named command, or the default one, with its options', async () => {
    assert.deepEqual(await run('list', '--json'), [0, 'json true, step undefined'])
    assert.deepEqual(await run('--step=3'), [0, 'json false, step 3'])
  })

  it('passes positional arguments only to commands that take them', async () => {
    assert.deepEqual(await run('make', 'add', 'author'), [0, 'add author'])
    assert.deepEqual(await run('make', '--', '--force'), [0, '--force'])
    assert.deepEqual(await run('list', '3'), [
      64,
      'Unexpected argument "3" for "list". Run "help list".',
    ])
  })

  it('suggests the closest command or option', async () => {
    assert.deepEqual(await run('lits'), [64, 'Unknown command "lits". Did you mean "list"?'])
    assert.deepEqual(await run('list', '--constructor'), [
      64,
      'Unknown option "--constructor". Run "help list" for the list.',
    ])
    assert.deepEqual(await run('list', '--jsn'), [
      64,
      'Unknown option "--jsn". Did you mean "--json"?',
    ])
  })

  it('requires a value for options that take one, and refuses one for others', async () => {
    for (const option of ['--step', '--json=yes'])
      assert.equal((await run('list', option))[0], 64, option)
  })
})

describe('help', () => {
  it('lists the commands with their arguments', async () => {
    const list = [
      'Usage: program [command] [options]',
      '',
      'COMMAND         WHAT IT DOES',
      'list            List the entries',
      'make <name>     Write a file',
      'help [command]  List the commands, or explain one',
      '',
      'Run "program help <command>" for the options of a command.',
    ].join('\n')

    assert.deepEqual(await run('help'), [0, list])
    assert.deepEqual(await run('--help'), [0, list])
  })

  it('explains one command, via its name or --help', async () => {
    const explained = [
      'List the entries',
      '',
      'Usage: program list [options]',
      '',
      'OPTION          WHAT IT DOES',
      '--json          Print JSON',
      '--step=<value>  The step size',
    ].join('\n')

    assert.deepEqual(await run('help', 'list'), [0, explained])
    assert.deepEqual(await run('list', '--help'), [0, explained])
    assert.deepEqual(await run('make', '-h'), [0, 'Write a file\n\nUsage: program make <name>'])
  })

  it('suggests the closest command if the name is unknown', async () => {
    assert.deepEqual(await run('help', 'lits'), [
      64,
      'Unknown command "lits". Did you mean "list"?',
    ])
  })
})

describe('--version', () => {
  it('prints the version of the program', async () => {
    assert.deepEqual(await run('--version'), [0, 'program 1.2.3'])
  })
})
