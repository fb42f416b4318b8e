import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { until } from '../../../test/support/until.ts'
import { findBuiltRenderer } from './built-renderer.ts'
import type { Duration } from '../../base/support/duration.ts'
import { createServerRenderer, type RenderSource, type SsrOptions } from './server-renderer.ts'

interface Page {
  readonly name: string
}

function create(source: RenderSource, options: SsrOptions = {}) {
  const reports: string[] = []
  const renderer = createServerRenderer({
    options,
    source,
    context: { routes: { home: '/' } },
    report: (component, error) => reports.push(`${component}: ${String(error)}`),
  })
  const render = (name: string) => renderer.render('Page', JSON.stringify({ name }))
  return { renderer, render, reports }
}

/** A source whose module is `exported` itself. */
function from(exported: unknown): RenderSource {
  return { load: async () => exported, file: undefined }
}

describe('createServerRenderer', () => {
  it('renders all pages, or only those that are named', () => {
    const all = create(from(undefined)).renderer
    const some = create(from(undefined), { pages: ['Home'] }).renderer

    assert.deepEqual([all.renders('Home'), all.renders('Other')], [true, true])
    assert.deepEqual([some.renders('Home'), some.renders('Other')], [true, false])
  })

  it('passes the page and the routes on, and takes head and element', async () => {
    const { render } = create(
      from(({ name }: Page, { routes }: { routes: object }) => ({
        head: ['<title>a</title>', '<meta>'],
        body: `<script data-page="app">{"html":"<\\/script>"}</script><div id="app">${name} ${JSON.stringify(routes)}</div>`,
      })),
    )

    assert.deepEqual(await render('Ada'), {
      head: '<title>a</title>\n<meta>',
      body: '<div id="app">Ada {"home":"/"}</div>',
    })
  })

  it('does not let the text of a title end the title or the head', async () => {
    const title = '<title data-inertia="">a</title ><script>alert(1)</script></title>'
    const { render } = create(from(() => ({ head: [title], body: '' })))

    const rendered = await render('Ada')

    assert.equal(
      rendered?.head,
      '<title data-inertia="">a&lt;/title >&lt;script>alert(1)&lt;/script></title>',
    )
  })

  it('does not mix up two pages if the module keeps the current one in its state', async () => {
    let current = ''
    const { render } = create(
      from(async ({ name }: Page) => {
        current = name
        await setImmediate()
        return { head: [], body: current }
      }),
    )
    const names = Array.from({ length: 50 }, (_, i) => `visitor ${i}`)

    const rendered = await Promise.all(names.map(render))

    assert.deepEqual(
      rendered.map((page) => page?.body),
      names,
    )
  })

  it('leaves a failing page to the client, reports why, and goes on', async () => {
    const { render, reports } = create(
      from(({ name }: Page) => {
        if (name === 'bad') throw new Error('window is not defined')
        return { head: [], body: name }
      }),
    )

    const [first, second] = await Promise.all([render('bad'), render('good')])

    assert.equal(first, undefined)
    assert.equal(second?.body, 'good')
    assert.deepEqual(reports, ['Page: Error: window is not defined'])
  })

  it('reports a module that cannot be loaded, exports no function, or returns something else', async () => {
    const unloadable = create({ load: () => Promise.reject(new Error('gone')), file: undefined })
    const empty = create(from(undefined))
    const strange = create(from(() => 'a string'))

    await Promise.all([unloadable.render('a'), empty.render('a'), strange.render('a')])

    assert.deepEqual(unloadable.reports, ['Page: Error: gone'])
    assert.match(empty.reports.join(), /must have a function as its default export/)
    assert.match(strange.reports.join(), /must return \{ head: string\[\], body: string \}/)
  })

  it('waits for a slow page no longer than its limit, and rejects others meanwhile', async () => {
    const slow = Promise.withResolvers<void>()
    const { render, reports } = create(
      from(async ({ name }: Page) => {
        if (name === 'slow') await slow.promise
        return { head: [], body: name }
      }),
      { timeout: '20ms' },
    )

    const given = await render('slow')
    const refused = await render('next')
    slow.resolve()
    await setImmediate()
    const later = await render('later')

    assert.deepEqual([given, refused, later?.body], [undefined, undefined, 'later'])
    assert.deepEqual(reports, [
      'Page: Error: It took longer than 20 ms.',
      'Page: Error: An earlier page is still being rendered.',
    ])
  })
})

describe('a renderer in a worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-ssr-'))
  after(() => rmSync(folder, { recursive: true }))
  const answering = JSON.stringify(join(import.meta.dirname, 'answer-renders.ts'))
  writeFileSync(
    join(folder, 'ssr.js'),
    `import { answerRenders } from ${answering}
    let current
    export default async function render({ name }, { routes }) {
      if (name === 'bad') throw new TypeError('window is not defined')
      while (name === 'endless');
      current = name
      await new Promise(setImmediate)
      return { head: [], body: current + routes.home }
    }
    answerRenders(render)`,
  )
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')

  function createInWorker(timeout: Duration) {
    const source = findBuiltRenderer(folder)
    assert.ok(source)
    return create(source, { runIn: 'worker', timeout })
  }

  it('renders concurrent pages without mixing them up', async () => {
    const { render } = createInWorker('5s')
    const names = Array.from({ length: 20 }, (_, i) => `visitor ${i}`)

    const rendered = await Promise.all(names.map(render))

    assert.deepEqual(
      rendered.map((page) => page?.body),
      names.map((name) => `${name}/`),
    )
  })

  it('leaves a failing page to the client, reports why, and goes on', async () => {
    const { render, reports } = createInWorker('5s')

    const bad = await render('bad')
    const good = await render('good')

    assert.deepEqual([bad, good?.body], [undefined, 'good/'])
    assert.deepEqual(reports, ['Page: TypeError: window is not defined'])
  })

  it('terminates a render that does not end, and starts again', async () => {
    const { render, reports } = createInWorker('1500ms')

    const endless = await render('endless')
    const next = await render('next')

    assert.deepEqual([endless, next?.body], [undefined, 'next/'])
    assert.deepEqual(reports, ['Page: Error: It took longer than 1500 ms.'])
  })

  it('keeps a thread that takes longer to load than a page may wait', async () => {
    writeFileSync(
      join(folder, 'slow.js'),
      `await new Promise((resolve) => setTimeout(resolve, 100)) // time: a slow file
      await import('./ssr.js')`,
    )
    const source = { file: join(folder, 'slow.js'), load: async () => undefined }
    const { render, reports } = create(source, { runIn: 'worker', timeout: '50ms' })

    const early = await render('early')
    const later = await until(() => render('later'))

    assert.deepEqual([early, later.body], [undefined, 'later/'])
    assert.equal(reports[0], 'Page: Error: It took longer than 50 ms.')
  })

  it('reports a file that cannot be loaded', async () => {
    const source = { file: join(folder, 'gone.js'), load: async () => undefined }
    const { render, reports } = create(source, { runIn: 'worker', timeout: '30s' })

    assert.equal(await render('any'), undefined)
    assert.match(reports.join(), /gone\.js/)
  })

  it('is not found if none was built', () => {
    assert.equal(findBuiltRenderer(join(folder, 'elsewhere')), undefined)
  })
})
