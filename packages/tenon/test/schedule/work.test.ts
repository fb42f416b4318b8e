import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { DatabaseUnavailable } from '../../src/data/database/database-error.ts'
import type { Database } from '../../src/data/database/database.ts'
import type { Sql } from '../../src/data/database/sql.ts'
import { task } from '../../src/schedule.ts'
import type { Scheduler } from '../../src/work/schedule/scheduler.ts'
import { Stage } from './stage.ts'

describe('schedule:work', () => {
  it('runs each tick on time until it is stopped', async () => {
    await using stage = await Stage.inMemory((record) => [task('beat').every('1m').run(record)])
    const worker = start(stage.scheduler())

    await stage.moveTo('10:02:30')
    await worker.stop()
    await stage.moveTo('10:05:00')

    assert.deepEqual(stage.ticks(), ['10:01:00', '10:02:00'])
  })

  it('runs each tick once when three processes work at the same time', async () => {
    await using stage = await Stage.inMemory((record) => [task('beat').every('1s').run(record)])
    const workers = [1, 2, 3].map(() => start(stage.scheduler()))

    await stage.moveTo('10:00:30')
    await Promise.all(workers.map((worker) => worker.stop()))

    assert.equal(stage.runs.length, 30)
    assert.equal(new Set(stage.ticks()).size, 30)
  })

  it('runs other tasks while one takes long', async () => {
    const end = Promise.withResolvers<void>()
    await using stage = await Stage.inMemory((record) => [
      task('slow')
        .every('1m')
        .run(() => end.promise),
      task('beat').every('1m').run(record),
    ])
    const worker = start(stage.scheduler())

    await stage.moveTo('10:02:00')
    end.resolve()
    await worker.stop()

    assert.deepEqual(stage.ticks(), ['10:01:00', '10:02:00'])
  })

  it('aborts the signals of running tasks when stopped, and waits for them to end', async () => {
    await using stage = await Stage.inMemory(() => [
      task('slow')
        .every('1m')
        .run(({ signal }) => untilAborted(signal)),
    ])
    const worker = start(stage.scheduler())
    await stage.moveTo('10:01:00')

    await worker.stop()

    assert.deepEqual(await stage.history(), ['10:01:00 ok'])
  })

  it('abandons runs that have not ended 25 seconds after the stop', async () => {
    await using stage = await Stage.inMemory(() => [
      task('deaf')
        .every('1m')
        .run(() => new Promise(() => {})),
    ])
    const worker = start(stage.scheduler())
    await stage.moveTo('10:01:00')

    const stopped = worker.stop()
    await stage.moveTo('10:01:25')
    await stopped

    assert.deepEqual(await stage.history(), ['10:01:00 running'])
    assert.equal(
      stage.log.messages.at(-1),
      'warn Abandoned 1 scheduled runs that did not stop in time',
    )
  })

  it('renews the lease of a long run, so that no other process takes it over', async () => {
    const end = Promise.withResolvers<void>()
    await using stage = await Stage.inMemory((record) => [
      task('slow')
        .every('1h')
        .retryOnCrash(3)
        .run((run) => {
          record(run)
          return end.promise
        }),
    ])
    const workers = [1, 2].map(() => start(stage.scheduler()))

    await stage.moveTo('11:10:00')
    end.resolve()
    await Promise.all(workers.map((worker) => worker.stop()))

    assert.deepEqual(stage.ticks(), ['11:00:00'])
    assert.deepEqual(await stage.history(), ['11:00:00 ok'])
  })

  it('aborts the signal of a run that another process has claimed', async () => {
    await using stage = await Stage.inMemory((record) => [
      task('slow')
        .every('1h')
        .retryOnCrash(1)
        .run((run) => {
          record(run)
          return run.attempt === 1 ? untilAborted(run.signal) : undefined
        }),
    ])
    const frozen = start(stage.scheduler())
    await stage.moveTo('11:00:00')

    await stage.runDueAt('11:00:40')
    await stage.moveTo('11:00:50')
    await frozen.stop()

    assert.match(String(stage.runs[0]?.signal.reason), /taken over by another process/)
    assert.deepEqual(await stage.history(), ['11:00:00 ok'])
  })

  it('leaves an interrupted run with retries to the next process', async () => {
    await using stage = await Stage.inMemory((record) => [
      task('import')
        .every('1h')
        .retryOnCrash(1)
        .run(async (run) => {
          record(run)
          if (run.attempt > 1) return
          await untilAborted(run.signal)
          run.signal.throwIfAborted()
        }),
    ])
    const worker = start(stage.scheduler())
    await stage.moveTo('11:00:00')

    await worker.stop()
    await stage.runDueAt('11:00:01')

    assert.deepEqual(
      stage.runs.map(({ attempt }) => attempt),
      [1, 2],
    )
    assert.deepEqual(await stage.history(), ['11:00:00 ok'])
  })

  it('runs a tick whose claim was committed although the answer was lost', async () => {
    await using stage = await Stage.inMemory((record) => [task('beat').every('1m').run(record)])
    const database = losingOneAnswer(stage.database)
    const worker = start(stage.scheduler({ database }))

    await stage.moveTo('10:01:30')
    await worker.stop()

    assert.deepEqual(stage.ticks(), ['10:01:00'])
    assert.deepEqual(await stage.history(), ['10:01:00 ok'])
    assert.ok(stage.log.messages.includes('warn The schedule cannot continue yet'))
  })

  it('does not run a tick again that ends while the ledger still reports it as running', async () => {
    const end = Promise.withResolvers<void>()
    await using stage = await Stage.inMemory((record) => [
      task('beat')
        .every('1m')
        .run((run) => {
          record(run)
          return end.promise
        }),
    ])
    const database = answeringLate(stage.database, () => {
      end.resolve()
      return stage.untilNewest('ok')
    })
    const worker = start(stage.scheduler({ database }))

    await stage.moveTo('10:01:30')
    await worker.stop()

    assert.deepEqual(stage.ticks(), ['10:01:00'])
    assert.deepEqual(await stage.history(), ['10:01:00 ok'])
  })

  it('survives dropped tables and starts again', async () => {
    await using stage = await Stage.inMemory((record) => [task('beat').every('1m').run(record)])
    const worker = start(stage.scheduler())
    await stage.moveTo('10:01:00')

    await stage.database.script('drop table tenon_task_runs; drop table tenon_tasks;')
    await stage.moveTo('10:03:00')
    await worker.stop()

    assert.deepEqual(stage.ticks(), ['10:01:00', '10:02:00', '10:03:00'])
    assert.ok(stage.log.messages.includes('warn The schedule cannot continue yet'))
  })

  it('follows the schedule set by a newer version of the application', async () => {
    await using older = await Stage.inMemory((record) => [task('beat').every('1m').run(record)])
    const worker = start(older.scheduler())
    await older.moveTo('10:00:01')

    const newer = new Stage(older.database, () => [
      task('beat')
        .every('30s')
        .run(() => {}),
    ])
    await newer.runDueAt('10:00:02')
    await older.moveTo('10:00:30')
    await worker.stop()

    assert.deepEqual(older.ticks(), ['10:00:30'])
  })

  it('follows one of several times that a newer version has set, before it was taken back', async () => {
    await using older = await Stage.inMemory((record) => [
      task('report').daily().at('10:10').run(record),
    ])
    const worker = start(older.scheduler())
    await older.moveTo('10:00:01')

    const newer = new Stage(older.database, () => [
      task('report')
        .daily()
        .at('10:05', '11:30')
        .run(() => {}),
    ])
    await newer.runDueAt('10:00:02')
    await older.moveTo('10:05:00')
    await older.moveTo('11:30:00')
    await worker.stop()

    assert.deepEqual(older.ticks(), ['10:05:00', '11:30:00'])
  })
})

describe('schedule:run during a stop', () => {
  it('waits for the run that it was about to start', async () => {
    await using stage = await Stage.inMemory(() => [
      task('slow')
        .every('1m')
        .run(async ({ signal }) => {
          await untilAborted(signal)
          await setImmediate()
        }),
    ])
    const stop = new AbortController()
    const database = tellingOfClaim(stage.database, () => stop.abort())

    stage.clock.set('2026-01-01T10:01:00Z')
    const outcomes = await stage.scheduler({ database }).runDue(stop.signal)

    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ['ok'],
    )
    assert.deepEqual(await stage.history(), ['10:01:00 ok'])
  })

  it('starts nothing if it was stopped before it began', async () => {
    await using stage = await Stage.inMemory((record) => [task('beat').every('1m').run(record)])

    stage.clock.set('2026-01-01T10:01:00Z')
    const outcomes = await stage.scheduler().runDue(AbortSignal.abort())

    assert.deepEqual(outcomes, [])
    assert.deepEqual(stage.ticks(), [])
  })
})

interface Worker {
  stop(): Promise<void>
}

function start(scheduler: Scheduler): Worker {
  const controller = new AbortController()
  const work = scheduler.work(controller.signal)
  return {
    stop() {
      controller.abort()
      return work
    },
  }
}

/** Fails after the first transaction that decides a tick, as if a connection broke in between. */
function losingOneAnswer(database: Database): Database {
  let hasLost = false
  const transaction: Database['transaction'] = async (body) => {
    const result = await database.transaction(body)
    if (hasLost || !Array.isArray(result) || result.length === 0) return result
    hasLost = true
    throw new DatabaseUnavailable('lost', 'The connection was lost')
  }
  return withOwn(database, { transaction })
}

/** Calls back after a tick was decided, before the answer is returned. */
function tellingOfClaim(database: Database, onClaim: () => void): Database {
  const transaction: Database['transaction'] = async (body) => {
    const result = await database.transaction(body)
    if (Array.isArray(result) && result.length > 0) onClaim()
    await setImmediate()
    return result
  }
  return withOwn(database, { transaction })
}

/** Holds the first answer that reports a run in progress until `meanwhile` has happened. */
function answeringLate(database: Database, meanwhile: () => Promise<void>): Database {
  let hasHeld = false
  const query = async (fragment: Sql): Promise<object[]> => {
    const rows = await database.query(fragment)
    if (hasHeld || !rows.some((row) => 'attempt' in row)) return rows
    hasHeld = true
    await meanwhile()
    return rows
  }
  return withOwn(database, { query })
}

function withOwn(database: Database, own: object): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name in own) return Reflect.get(own, name)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}
