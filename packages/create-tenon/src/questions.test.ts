import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { askForFolder, askForKind, askForUsers, type Terminal } from './questions.ts'

const enter = '\r'
const down = '\u001B[B'
const interrupt = '\u0003'

describe('the questions of npm create tenon', () => {
  it('accept a typed folder', async () => {
    assert.equal(await askForFolder(typing('shop', enter)), 'shop')
  })

  it('propose a folder', async () => {
    assert.equal(await askForFolder(typing(enter)), 'my-app')
  })

  it('offer the kinds of application, React first', async () => {
    assert.equal(await askForKind(typing(enter)), 'react')
    assert.equal(await askForKind(typing(down, down, down, enter)), 'api')
  })

  it('say which kinds have ready pages for accounts', async () => {
    const terminal = typing(down, down, enter)
    const shown: unknown[] = []
    terminal.output.on('data', (text) => shown.push(text))

    await askForKind(terminal)

    assert.match(shown.join(''), /also with accounts and teams.*Vue.*no ready pages for accounts/s)
  })

  it('offer accounts and teams, which you can refuse by pressing Enter', async () => {
    assert.equal(await askForUsers(typing(enter), 'react'), 'none')
    assert.equal(await askForUsers(typing(down, enter), 'react'), 'accounts')
    assert.equal(await askForUsers(typing(down, down, enter), 'react'), 'teams')
    // An API has no teams.
    assert.equal(await askForUsers(typing(down, down, enter), 'api'), 'none')
  })

  it('return nothing if cancelled', async () => {
    assert.equal(await askForFolder(typing(interrupt)), undefined)
    assert.equal(await askForKind(typing(interrupt)), undefined)
    assert.equal(await askForUsers(typing(interrupt), 'react'), undefined)
  })
})

/** A terminal on which these keys are pressed. */
function typing(...keys: readonly string[]): Terminal {
  const terminal = { input: new PassThrough(), output: new PassThrough() }
  const press = (i: number): void => {
    terminal.input.write(keys[i])
    if (i + 1 < keys.length) setTimeout(press, 10, i + 1)
  }
  terminal.output.once('data', () => setTimeout(press, 10, 0))
  return terminal
}
