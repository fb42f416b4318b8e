import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { after, before, it } from 'node:test'
import { fromSources } from '../support/bundled-program.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

const root = join(import.meta.dirname, '../../fixtures/development')

forEachDialect('the error page of development', (open) => {
  let app: DevelopedApplication

  before(async () => {
    const environment = { DATABASE_URL: await open.url() }
    app = await startDevelopment(root, environment)
    await promisify(execFile)(process.execPath, [...fromSources(), 'main.ts', 'migrate'], {
      cwd: app.folder,
      env: { ...process.env, ...environment },
    })
    await fetch(`${app.origin}/notes`, { method: 'POST', redirect: 'manual' })
  })
  after(() => app?.[Symbol.asyncDispose]())

  const ask = async (path: string, headers = {}) =>
    (await fetch(app.origin + path, { headers })).text()

  it('shows the values bound from the path: as sent, and the record that was found', async () => {
    const text = await ask('/notes/1/failing/3')

    assert.match(text, /^RangeError: A note fails 3 times\n/)
    assert.match(text, /\n\nParameters\n {2}note: 1\n {2}by: 3\n\n/)
    assert.match(text, /\n\nRecords\n {2}note: \{ id: 1, title: 'A note' \}\n\n/)
  })

  it('shows the statements of this request, without their values', async () => {
    const text = await ask('/notes/1/failing/3')

    const statements = /\n\nStatements\n(.*?)\n\n/s.exec(text)?.[1]?.split('\n') ?? []
    assert.equal(statements.length, 1)
    assert.match(statements[0] ?? '', /^ {2}\d+\.\d ms: select .* from "notes" where .*(?:\?|\$1)/)
  })

  it('shows and logs the line of the application that runs a statement', async () => {
    const text = await ask('/notes/1/broken')

    assert.match(text, /ms: select .* from "notes" .* -- app\/notes\.ts:17:\d+\n/)
    // The lines are written to a pipe: they may arrive after the answer does. On a busy machine, any statement is slow.
    const isLogged = (line: RegExp) => app.lines.some((each) => line.test(each))
    await until(() => isLogged(/"location":"app\/notes\.ts:17:\d+","msg":"(?:Slow s|S)tatement"/))
    await until(() => isLogged(/insert into .*"location":"app\/notes\.ts:12:\d+"/))
  })

  it('shows browsers the same, and hidden columns to no one', async () => {
    const page = await ask('/notes/1/failing/3', { accept: 'text/html' })
    const props = await ask('/notes/1/broken', { accept: 'text/html' })

    assert.match(page, />Records</)
    assert.match(page, /A note/)
    assert.match(page, /select .*notes.* where/)
    assert.match(props, /Props of Home/)
    assert.doesNotMatch(page + props, /hidden away/)
  })
})
