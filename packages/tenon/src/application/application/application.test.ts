import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { event } from '../../work/events/event.ts'
import { listener } from '../../work/events/listener.ts'
import { task } from '../../work/schedule/task.ts'
import { routes } from '../../web/routing/route-list.ts'
import { application } from './application.ts'

describe('application', () => {
  it('rejects a value that is not a route list', () => {
    const options = { root: '/', routes: [] as never }

    assert.throws(() => application(options), {
      code: 'E_APPLICATION_ROUTES',
      message: 'application({ routes }) takes the result of routes([…]), not [].',
    })
  })

  it('rejects a declaration without its function, and says which one', () => {
    const done = task('done').daily()
    const tasks = [done.run(() => {}), done as never]

    assert.throws(() => application({ root: '/', routes: routes([]), tasks }), {
      code: 'E_UNFINISHED',
      message:
        /^application\(\{ tasks \}\): number 2 of the list has no function: .* Add \.run\(…\)\.$/s,
    })
  })

  it('rejects two tasks of one name', () => {
    const sweep = task('sweep').daily()
    const tasks = [sweep.run(() => {}), sweep.run(() => {})]

    assert.throws(() => application({ root: '/', routes: routes([]), tasks }), {
      code: 'E_TASK_NAME_TAKEN',
    })
  })
})

describe('a listener', () => {
  it('rejects a malformed name', () => {
    assert.throws(() => listener('two words', event('sent')), { code: 'E_LISTENER_NAME' })
  })
})
