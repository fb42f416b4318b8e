import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { text } from '../../web/http/replies.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { createRouter } from '../../web/routing/router.ts'
import { get, routes } from '../../index.ts'
import { page } from '../../pages/pages/page.ts'
import { createRequest } from '../../../test/support/create-request.ts'
import { toReportText, toSections } from './error-report.ts'
import { RequestTrails } from '../trail/request-trail.ts'

const statement = (sql: string) => ({ sql, durationMs: 1.25 })

describe('the error report', () => {
  it('shows the request, its statements and the props of its page', async () => {
    const trails = new RequestTrails()
    const request = createRequest('/todos?page=2')

    const sections = await trails.follow(async () => {
      trails.addStatement(statement('select 1'))
      await trails.middleware(request, async () => page('Home', { count: 3 }))
      return toSections(request, trails.current)
    })
    const report = toReportText({ error: 'No error', hint: 'Do this', sections })

    assert.match(report, /^'No error'\n\nDo this\n\nRequest\n {2}GET: \/todos\?page=2\n/)
    assert.match(report, /Statements\n {2}1\.3 ms: select 1\n\nProps of Home\n {2}count: 3\n/)
  })

  it('shows props as clients receive them', async () => {
    const record = { secret: 'abc', toJSON: () => ({ id: 7 }) }
    const broken = { toJSON: () => assert.fail('No such column') }
    const trails = new RequestTrails()
    const request = createRequest('/')

    const sections = await trails.follow(async () => {
      await trails.middleware(request, async () => page('Home', { list: [record], broken }))
      return toSections(request, trails.current)
    })
    const report = toReportText({ error: 'No error', hint: undefined, sections })

    assert.match(report, / {2}list: \[ \{ id: 7 \} \]\n/)
    assert.match(report, / {2}broken: \(cannot be shown: AssertionError.*: No such column\)\n/)
  })

  it('leaves out credentials', () => {
    const headers = { cookie: 'session=abc', authorization: 'Bearer def', accept: '*/*' }

    const sections = toSections(createRequest({ headers }), undefined)
    const report = toReportText({ error: 'No error', hint: undefined, sections })

    assert.doesNotMatch(report, /abc|def/)
    assert.match(report, /cookie: \(left out\)/)
  })

  it('leaves out tokens, passwords and signatures of the path and the query', async () => {
    const targets = [
      '/reset/abc%20def?page=2&expires=5&signature=ghi',
      '/app/_app/storage/jkl/report.pdf',
      '/todos/7?api_key=mno&Token=pqr',
    ]
    const shown: string[] = []
    const show = (request: HttpRequest) => {
      const report = {
        error: 'No error',
        hint: undefined,
        sections: toSections(request, undefined),
      }
      shown.push(toReportText(report))
      return text('shown')
    }
    const router = createRouter(routes([get('/reset/{token}', show), get('/todos/{todo}', show)]))

    for (const target of targets) {
      const request = createRequest(target)
      await router.dispatch(request)
      if (request.route === undefined) show(request)
    }

    assert.doesNotMatch(shown.join('\n'), /abc|def|ghi|jkl|mno|pqr/)
    assert.match(shown[0] ?? '', /\/reset\/\(left out\)\?page=2&expires=5&signature=\(left out\)/)
    assert.match(shown[0] ?? '', /Parameters\n {2}token: \(left out\)/)
    assert.match(shown[2] ?? '', /Parameters\n {2}todo: 7/)
  })

  it('shows only the latest statements, and their total number', async () => {
    const trails = new RequestTrails()

    const [, statements] = trails.follow(() => {
      for (let i = 1; i <= 60; i += 1) trails.addStatement(statement(`select ${i}`))
      return toSections(createRequest(), trails.current)
    })

    assert.equal(statements?.title, 'Last of 60 statements')
    assert.deepEqual(statements?.rows.at(0), ['1.3 ms', 'select 11'])
  })

  it('keeps concurrent requests apart', async () => {
    const trails = new RequestTrails()
    const ask = (sql: string) =>
      trails.follow(async () => {
        await Promise.resolve()
        trails.addStatement(statement(sql))
        await trails.middleware(createRequest(), async () => text('done'))
        return trails.current?.statements.map((one) => one.sql)
      })

    assert.deepEqual(await Promise.all([ask('a'), ask('b')]), [['a'], ['b']])
  })
})
