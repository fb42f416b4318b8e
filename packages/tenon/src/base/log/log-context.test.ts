import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { createLog } from './create-log.ts'
import { LogContexts } from './log-context.ts'

const [first, second] = [1, 2].map(() => createLog({ level: 'silent', format: 'json' }))

describe('LogContexts', () => {
  it('has a log before an application runs, and after it has ended', () => {
    const contexts = new LogContexts()
    assert.ok(first !== undefined)

    const early = contexts.current.log
    const forget = contexts.register(first)
    const running = contexts.current.log
    forget()

    assert.equal(typeof early.warn, 'function')
    assert.equal(running, first)
    assert.equal(contexts.current.log, early)
  })

  it('prefers the log and the request of the current call to those of the application', () => {
    const contexts = new LogContexts()
    assert.ok(first !== undefined && second !== undefined)
    const context = { log: second, request: { id: 'a' } }

    contexts.register(first)
    const inside = contexts.run(context, () => contexts.current)

    assert.deepEqual([inside, contexts.current.log], [context, first])
  })
})
