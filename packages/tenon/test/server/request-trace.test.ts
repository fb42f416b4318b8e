import { tracingChannel } from 'node:diagnostics_channel'
import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import type { RequestTrace } from '../../src/application/kernel/kernel.ts'
import { get } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { startApplication } from '../security/start-application.ts'

describe('the tracing channel tenon.request', () => {
  it('covers a request, with its route and reply at the end', async () => {
    const list = routes([get('/todos/{todo}', () => 'here')])
    await using app = await startApplication({ routes: list })
    const events: string[] = []
    const ignore = () => {}
    const handlers = {
      start: ({ exchange }: RequestTrace) => void events.push(`start ${exchange.target}`),
      asyncEnd: ({ result }: RequestTrace) =>
        void events.push(`end ${result?.request.route?.path} ${result?.reply.statusCode}`),
      end: ignore,
      asyncStart: ignore,
      error: ignore,
    }
    const requests = tracingChannel<unknown, RequestTrace>('tenon.request')

    requests.subscribe(handlers)
    const traced = await app.send({ path: '/todos/7' })
    requests.unsubscribe(handlers)
    await app.send({ path: '/todos/8' })

    assert.equal(traced.body, 'here')
    assert.deepEqual(events, ['start /todos/7', 'end /todos/{todo} 200'])
  })
})
