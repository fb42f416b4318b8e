import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Band, Concert } from '../../fixtures/dates/models.ts'
import { api } from '../../fixtures/dates/routes.ts'
import { serve } from '../auth/serve.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { runApi } from './start-api.ts'

const main = fileURLToPath(new URL('../../fixtures/dates/main.ts', import.meta.url))
const calls = fileURLToPath(new URL('../../fixtures/dates/calls.ts', import.meta.url))

/** What looks like a date in each of the answers, and is text. */
const text = '2026-11-24T12:00:00.000Z'

async function serveDates(databaseUrl: string) {
  const options = { databaseUrl, tables: [Band, Concert] }
  const served = await serve({ routes: api, models: { Band, Concert } }, options)
  const values = { motto: text, founded_on: '2026-11-24', heard_at: new Date(text) }
  const { id: band_id } = await Band.create({ name: 'Rush', ...values })
  await Concert.create({ band_id, starts_at: new Date(text), sold: 2n ** 60n })
  return served
}

forEachDialect('a client that revives', (open) => {
  it('has dates and big integers where the server has them, and text everywhere else', async () => {
    await using served = await serveDates(await open.url())
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-dates-'))
    const routes = join(folder.path, 'routes.json')
    writeFileSync(routes, await runApi(['routes', '--json'], {}, main))

    const argv = ['--conditions=source', calls, served.origin, routes]
    const { stdout } = await promisify(execFile)(process.execPath, argv)

    const date = 'a date'
    assert.deepEqual(JSON.parse(stdout), {
      made: ['2n', date, text, '2026-11-24', null, text],
      refused: [date, text, 422, `ApiError: ${text}`],
      shown: [date, `${2n ** 60n}n`, 304],
      pages: ['1n', date, 2],
      queried: [date, 2, date],
      lines: [
        ['1n', date, text],
        ['2n', date, text],
      ],
      events: [[date, `${2n ** 60n}n`, date], null],
      viewed: 'string',
      everything: {
        at: date,
        big: `${2n ** 60n}n`,
        text,
        stated: text,
        maybe: null,
        tuple: [text, date, '3n'],
        rest: [text, date, date],
        byName: { first: date, constructor: date },
        open: { note: '12', more: '12' },
        counts: { note: null, more: '12n', none: null },
        entries: [
          { kind: 'made', at: date, by: '7' },
          { kind: 'noted', at: text, by: '7n' },
        ],
        either: text,
        mixed: ['1n', '2n'],
        thread: { at: date, text, replies: [{ at: date, text: '', replies: [] }] },
      },
      plain: [text, String(2n ** 60n), 'string'],
    })
  })
})
