import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { log } from '../../src/log.ts'
import { get } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { startApplication } from '../security/start-application.ts'

/** Code that knows nothing of the request. */
async function pay(order: string): Promise<void> {
  await setImmediate()
  log.info('Paid', { order })
}

describe("the application's log", () => {
  it('adds the id of the request to each line', async () => {
    await using app = await startApplication({
      routes: routes([
        get('/{order}', async (request) => {
          await pay(request.param('order') ?? '')
          return 'thanks'
        }),
      ]),
    })

    await Promise.all(
      ['a', 'b', 'c'].map((order) =>
        app.send({ path: `/${order}`, headers: { 'X-Request-Id': `request-${order}` } }),
      ),
    )

    const lines = app.lines.filter(({ msg }) => msg === 'Paid')
    assert.deepEqual(
      lines.map(({ level, order, requestId }) => [level, order, requestId].join(' ')).toSorted(),
      ['info a request-a', 'info b request-b', 'info c request-c'],
    )
  })

  it('writes errors with their stack, at each level', async () => {
    await using app = await startApplication({
      routes: routes([
        get('/', () => {
          log.debug('details')
          log.warn('odd')
          log.error('failed', { error: new Error('The disk is full') })
          return ''
        }),
      ]),
    })

    await app.send({})

    const lines = app.lines.filter(({ status }) => status === undefined)
    assert.deepEqual(
      lines.map(({ level, msg }) => [level, msg].join(' ')),
      ['debug details', 'warn odd', 'error failed'],
    )
    assert.match(JSON.stringify(lines), /The disk is full.*application-log\.test\.ts/)
  })
})
