import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { until } from '../../../test/support/until.ts'
import type { ServerExchange } from './engine/server-exchange.ts'
import { NodeExchange } from './node-exchange.ts'
import { NodeResponse } from './node-http.ts'
import { PendingExchanges } from './pending-exchanges.ts'

function createExchange(): NodeExchange {
  const request = new IncomingMessage(new Socket())
  return new NodeExchange(request, new NodeResponse(request), '/')
}

describe('PendingExchanges', () => {
  it('reports each late exchange once, and no other', async () => {
    const late: ServerExchange[] = []
    const pending = new PendingExchanges(20, (exchange) => late.push(exchange))
    const exchanges = Array.from({ length: 5 }, createExchange)
    const [first, second, third, reading, answered] = exchanges
    assert.ok(first && second && third && reading && answered)
    for (const exchange of exchanges) pending.add(exchange)
    reading.isReading = true
    answered.isAnswered = true

    pending.delete(first)
    pending.delete(first)
    await until(() => late.length === 2)
    pending.close()

    assert.deepEqual(new Set(late), new Set([second, third]))
    assert.equal(late.length, 2)
  })
})
