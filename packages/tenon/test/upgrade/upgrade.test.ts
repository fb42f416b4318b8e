import assert from 'node:assert/strict'
import { cpSync, globSync, mkdtempDisposableSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  copyApplication,
  useWorkspaceConfig,
  type Finished,
  type Scaffold,
} from '../generators/scaffold.ts'

/** An application in the names from before; each file has `.before` at its end, so that no tool reads it. */
const source = join(import.meta.dirname, 'before')

function copyBefore(): Scaffold {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-before-'))
  cpSync(source, folder.path, { recursive: true })
  for (const path of globSync('**/*.before', { cwd: folder.path })) {
    renameSync(join(folder.path, path), join(folder.path, path.replace(/\.before$/, '')))
  }
  // Its pages import nothing that was renamed.
  const pages = join(import.meta.dirname, '../../../../examples/accounts/resources')
  cpSync(pages, join(folder.path, 'kit/resources'), { recursive: true })
  const app = copyApplication(folder.path)
  useWorkspaceConfig(app)
  return app
}

describe('tenon upgrade', { timeout: 480_000 }, () => {
  let app: Scaffold
  let pretended: Finished
  let untouched: Readonly<Record<string, string>>
  let upgraded: Finished
  before(async () => {
    app = copyBefore()
    untouched = app.tree()
    pretended = await app.tenon('upgrade', '--pretend')
    assert.deepEqual(app.tree(), untouched)
    upgraded = await app.tenon('upgrade')
  })
  after(() => app[Symbol.dispose]())

  it('only lists with --pretend', () => {
    assert.match(pretended.output, /^Would change app\/jobs\.ts$/m)
    assert.match(upgraded.output, /^Changed app\/jobs\.ts$/m)
  })

  it('lists with file and line what it cannot change', () => {
    const left = upgraded.output.split('\n').filter((line) => /^\S+:\d+: /.test(line))

    assert.equal(upgraded.exitCode, 1)
    assert.deepEqual(left, [
      'later/broken.ts:1: This file was left alone, because its syntax is wrong',
      'later/left.ts:6: Say when the task runs, in the words of the new version, then .run(f)',
      'later/left.ts:7: Of accounts, logoutEverywhere() is now logins.endAll()',
      'later/left.ts:1: Use readonly Task[]',
      'later/left.ts:1: Use Task',
      'later/left.ts:1: List the tasks themselves: application({ tasks: [cleanUp] })',
      'later/left.ts:2: It is no longer public: use the commands schedule:history, schedule:pause and schedule:resume, and runTask() in tests',
    ])
  })

  it('leaves an application that compiles and passes its tests', async () => {
    rmSync(join(app.root, 'later'), { recursive: true })

    const compiled = await app.compile()
    const tested = await app.test()

    assert.equal(compiled.output, '')
    assert.equal(tested.exitCode, 0, tested.output)
    assert.match(tested.output, /✔ end one login of the user, and none of another user/)
  })

  it('finds nothing to do the second time', async () => {
    const tree = app.tree()

    const again = await app.tenon('upgrade')

    assert.equal(again.output, 'Everything is up to date.\n')
    assert.deepEqual(app.tree(), tree)
  })

  it('puts what a declaration is before its function', () => {
    assert.match(app.read('app/jobs.ts'), /\.unique\(\(\{ order \}\) => `\$\{order\}`\)\.run\(/)
    assert.match(app.read('app/schedule.ts'), /task\('f'\)\.daily\(\)\.at\('01:00', '13:00'\)\.run/)
    assert.match(app.read('app/schedule.ts'), /task\('e'\)\.cron\(`\$\{minute\} \* \* \* \*`\)/)
    assert.match(app.read('app/logins.ts'), /auth\.logins\.list\(request\)/)
    assert.match(app.read('app/logins.ts'), /label = auth\.toString\(\)/)
    assert.match(app.read('app/auth.ts'), /lastLoginMethod: 'This/)
    assert.match(app.read('app/routes.ts'), /web = routes\.stated\(\[/)
    assert.match(app.read('app/files.ts'), /maxSize: '5mb'/)
    assert.match(app.read('app/files.ts'), /maxSize: `\$\{limitBytes\}b`/)
    assert.match(app.read('app/files.ts'), /maxSize: '700b'/)
    assert.match(app.read('app/listeners.ts'), /listener\('send-invoice', orderPaid\)\.dispatch\(/)
    assert.match(app.read('app/listeners.ts'), /listener\('on-user-left-2', userLeft\)\.run\(/)
  })
})
