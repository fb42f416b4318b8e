import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { assertNoHole, assertNoneEarly, assertStartedOnce, readLedger } from './fleet-checks.ts'
import { ReplicaFleet } from './replica-fleet.ts'

forEachDialect('three concurrent schedule:work processes', (open) => {
  it('run each due tick once, and stop cleanly', async () => {
    const url = await open.url()
    await using fleet = new ReplicaFleet(url, 30_000)

    fleet.start([0, 0, 0])
    await until(() => runsOf(fleet).length >= 4)
    const exitCodes = await fleet.stop()

    const started = runsOf(fleet)
    const ledger = await readLedger(url, 'once')
    assert.deepEqual(exitCodes, [0, 0, 0])
    assert.equal(fleet.errors, '')
    assert.ok(ledger.length >= 4)
    assert.ok(ledger.every(({ state }) => state === 'ok'))
    assertNoHole(ledger, 1000)
    assertStartedOnce(ledger, started)
    assertNoneEarly(started)
  })
})

function runsOf(fleet: ReplicaFleet) {
  return fleet.started().filter(({ task }) => task === 'once')
}
