import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { notes, startBinary, startNotes, startServing } from '../faults/start-binary.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'

const todo = join(import.meta.dirname, '../../../../examples/todo/main.ts')

interface PageBody {
  readonly component: string
  readonly props: { readonly status: number }
}

const secret = 'an-unguessable-secret'

forEachDialect('down and up', (open) => {
  it('reach every replica within a second, and do not affect the probes', async () => {
    const url = await open.url()
    using one = await startNotes(url)
    using other = await startNotes(url)

    const down = await command(url, 'down', '--retry=90')
    await delay(1000) // time: it is promised within a second
    const refused = await Promise.all([one, other].map(({ port }) => get(port, '/notes')))
    const ready = await get(one.port, '/_app/ready')
    const health = await get(one.port, '/_app/health')
    const up = await command(url, 'up')
    await Promise.all([one, other].map(({ port }) => untilAnswered(port, '/notes', 200)))
    const served = await Promise.all([one, other].map(({ port }) => get(port, '/notes')))

    assert.equal(down.code, 0, down.stderr)
    assert.deepEqual(
      refused.map(({ status, headers }) => [status, headers.get('retry-after')]),
      [
        [503, '90'],
        [503, '90'],
      ],
    )
    assert.deepEqual([ready.status, health.status], [200, 200])
    assert.equal(up.stdout, 'The application is up again.\n')
    assert.deepEqual(
      served.map(({ status }) => status),
      [200, 200],
    )
    assert.doesNotMatch(one.output.stdout, /failed/)
  })

  it('respond in the format that the client requested', async () => {
    const url = await open.url()
    using app = await startNotes(url)
    await command(url, 'down')
    await untilAnswered(app.port, '/notes', 503)

    const json = await get(app.port, '/notes', { accept: 'application/json' })
    const html = await get(app.port, '/notes', { accept: 'text/html' })

    assert.match(await json.text(), /^\{"message":"Down for maintenance\. Please try again soon\."/)
    assert.match(html.headers.get('content-type') ?? '', /text\/html/)
    assert.match(await html.text(), /Down for maintenance/)
  })

  it('show the Error page to the page client', async () => {
    const variables = { DATABASE_URL: await open.url() }
    await startBinary(variables, { file: todo, argv: ['migrate'] }).ended
    await startBinary(variables, { file: todo, argv: ['down'] }).ended
    using app = await startServing(variables, { file: todo })
    await untilAnswered(app.port, '/todos', 503)

    const page = await get(app.port, '/todos', { 'x-inertia': 'true' })

    const { component, props }: PageBody = JSON.parse(await page.text())
    assert.deepEqual([page.status, component, props.status], [503, 'Error', 503])
  })

  it('let in a browser that knows the secret, until the next "down"', async () => {
    const url = await open.url()
    using app = await startNotes(url, { environment: { APP_KEY: 'a key of the application' } })
    await command(url, 'down', `--secret=${secret}`)
    await untilAnswered(app.port, '/notes', 503)

    const wrong = await get(app.port, '/?another-secret-of-someone')
    const elsewhere = await get(app.port, `/notes?${secret}`)
    const opened = await get(app.port, `/?${secret}`)
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const inside = await get(app.port, '/notes', { cookie })
    const forged = await get(app.port, '/notes', { cookie: `${cookie.slice(0, -1)}!` })
    await command(url, 'down', '--secret=another-secret-of-ours')
    const later = await untilAnswered(app.port, '/notes', 503, { cookie })

    assert.deepEqual([wrong.status, elsewhere.status], [503, 503])
    assert.deepEqual([opened.status, opened.headers.get('location')], [302, '/'])
    assert.match(opened.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax/)
    assert.doesNotMatch(cookie, new RegExp(secret))
    assert.deepEqual([inside.status, forged.status, later.status], [200, 503, 503])
  })

  it('explain an invalid option, and report if nothing was down', async () => {
    const url = await open.url()

    const short = await command(url, 'down', '--secret=short')
    const retry = await command(url, 'down', '--retry=soon')
    const up = await command(url, 'up')

    assert.deepEqual([short.code, retry.code, up.code], [64, 64, 0])
    assert.match(short.stderr, /--secret needs 16 to 128/)
    assert.match(retry.stderr, /--retry needs a number of seconds/)
    assert.equal(up.stdout, 'The application was not down.\n')
  })
})

function command(url: string, ...argv: readonly string[]) {
  return startBinary({ DATABASE_URL: url }, { file: notes, argv }).ended
}

function get(port: number, path: string, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' })
}

/** Replicas look twice a second. */
function untilAnswered(port: number, path: string, status: number, headers = {}) {
  return until(async () => {
    const answer = await get(port, path, headers)
    return answer.status === status && answer
  })
}
