import type { Database } from '../../data/database/database.ts'
import { adapters } from '../../data/database/dialects/adapters.ts'
import { sql, Sql } from '../../data/database/sql.ts'
import type { Clock } from '../lease/clock.ts'
import type { SeenLease } from '../lease/lease-watch.ts'
import { toNow } from '../lease/store-clock.ts'
import type { TaskRow } from './task-table.ts'

/**
 * The ledger decides every tick of every task exactly once.
 *
 * `tenon_tasks` holds a cursor per task: the last decided tick. To decide a tick, a replica moves the cursor from the
 * previous tick by compare-and-set, never past the store's clock. It writes the tick's row of `tenon_task_runs` in the
 * same statement (PostgreSQL) or immediate transaction (SQLite). Of any number of replicas, exactly one succeeds. A
 * replica that dies in between leaves nothing behind.
 *
 * The clock of an SQLite database is the machine's and may be corrected backwards. `setBack` then sets back a cursor
 * that is ahead of the clock, and the rows show which of the future ticks have already run.
 *
 * Every claim takes the task's next fence. A run belongs to its owner during the lease. Afterwards
 * it stays `running` until another replica claims it (`reclaim`) or writes it off (`markLost`),
 * both by compare-and-set on the fence; from then on, the former owner can no longer write.
 */
export class Ledger {
  readonly #database: Database
  readonly #clock: Clock | undefined
  readonly #leaseMs: number

  constructor(database: Database, leaseMs: number, clock?: Clock) {
    this.#database = database
    this.#leaseMs = leaseMs
    this.#clock = clock
  }

  /** Adds a task that the ledger does not have yet, with the current time as its cursor. */
  async add(name: string, signature: string): Promise<void> {
    await this.#database.query(sql`
      insert into tenon_tasks (name, cursor, fence, signature)
      values (${name}, ${this.#now()}, 0, ${signature})
      on conflict (name) do nothing`)
  }

  /** Changes the schedule of a known task, starting now. */
  async reschedule(name: string, signature: string): Promise<void> {
    await this.#database.query(sql`
      update tenon_tasks set signature = ${signature},
        cursor = case when cursor < ${this.#now()} then ${this.#now()} else cursor end
      where name = ${name} and signature <> ${signature}`)
  }

  /**
   * Sets back a cursor that is ahead of the clock. The clock must have been wrong when the cursor moved.
   *
   * Deletes the rows of future ticks that were only skipped, so those ticks are decided again. Keeps the rows of ticks
   * that have run: a tick with a row never runs again. Returns `false` if another replica was first.
   */
  async setBack({ name, cursor }: TaskCursor, now: number): Promise<boolean> {
    return this.#database.transaction(async () => {
      const moved = await this.#database.query(sql`
        update tenon_tasks set cursor = ${now} where name = ${name} and cursor = ${cursor}
        returning name`)
      if (moved.length === 0) return false

      await this.#database.query(sql`
        delete from tenon_task_runs
        where task = ${name} and tick > ${now} and state in ('missed', 'overlap')`)
      await this.#database.query(sql`
        update tenon_task_runs set lease_until = ${this.#leaseEnd()}
        where task = ${name} and state = 'running' and lease_until > ${this.#leaseEnd()}`)
      return true
    })
  }

  /** Reads what a pass needs: the clock, the cursors, and which tasks are running. */
  async survey(): Promise<LedgerState> {
    const rows = await this.#database.query<SurveyRow>(sql`
      select clock.now, task.name, task.cursor, task.signature, task.paused_until,
        exists (select 1 from tenon_task_runs
          where tenon_task_runs.task = task.name and state = 'running') as is_running
      from (select ${this.#now()} as now) as clock left join tenon_tasks as task on true`)

    const cursors = rows.filter(isCursorRow).map(toTaskCursor)
    return { now: Number(rows[0]?.now), cursors: new Map(cursors.map((task) => [task.name, task])) }
  }

  /**
   * Reads the runs in state `running` that this owner holds, or whose lease has expired or will expire within half of
   * its time.
   */
  async openRuns(owner: string): Promise<SeenRun[]> {
    const rows = await this.#database.query<SeenRow>(sql`
      select task, tick, fence, attempt, owner, lease_until,
        case when lease_until < ${this.#now()} then 1 else 0 end as has_expired
      from tenon_task_runs
      where state = 'running'
        and (owner = ${owner} or lease_until < ${this.#now()} + ${integer(Math.ceil(this.#leaseMs / 2))})
      order by tick`)
    return rows.map(({ lease_until: until, has_expired, ...run }) => {
      const key = `${run.task} ${run.tick} ${run.fence}`
      return {
        ...run,
        key,
        until,
        hasExpired: has_expired === 1,
        isGivenBack: until === GIVEN_BACK,
      }
    })
  }

  /**
   * Claims a tick for its owner. Returns `undefined` if another replica was first, if the tick may
   * not start, or if it already ran before the cursor was set back.
   */
  async claim(request: ClaimRequest): Promise<Claim | undefined> {
    const { task, tick, owner, startsAlone, yieldsToRunning } = request
    const isRunning = sql`exists (select 1 from tenon_task_runs
      where tenon_task_runs.task = ${task} and tenon_task_runs.state = 'running')`
    const mayStart = sql`(paused_until is null or paused_until <= ${tick})`
    const state = sql`case when ${isRunning} then 'overlap' else 'running' end`

    const [row] = await this.#decide<{ state: Claim['state']; fence: number }>(
      advance(request, this.#now(), startsAlone ? sql`${mayStart} and not ${isRunning}` : mayStart),
      (source) => sql`
        insert into tenon_task_runs
          (task, tick, state, owner, fence, attempt, lease_until, started_at, finished_at)
        select cast(${task} as text), ${integer(tick)}, decision.state, cast(${owner} as text),
          decision.fence, 1,
          case when decision.state = 'running' then ${this.#leaseEnd()} end,
          case when decision.state = 'running' then ${this.#now()} end,
          case when decision.state = 'overlap' then ${this.#now()} end
        from (select fence, ${yieldsToRunning ? state : sql`'running'`} as state
          from ${source} as source) as decision
        where true on conflict (task, tick) do nothing
        returning state, fence`,
    )
    return row && { task, tick, owner, attempt: 1, fence: row.fence, state: row.state }
  }

  /** Records ticks as missed, oldest first. Returns `false` if another replica was first. */
  async drop({ reason, ...request }: DropRequest): Promise<boolean> {
    const { task, ticks } = request
    const last = ticks.at(-1)
    if (last === undefined) return false

    const dropped = await this.#decide<object>(
      advance({ ...request, tick: last }, this.#now(), sql`1 = 1`),
      (source) => sql`
        insert into tenon_task_runs (task, tick, state, fence, attempt, finished_at, error)
        select cast(${task} as text), missed.tick, 'missed', source.fence, 0, ${this.#now()},
          cast(${reason} as text)
        from ${source} as source cross join (${this.#ticks(ticks)}) as missed
        where true on conflict (task, tick) do nothing
        returning tick`,
    )
    return dropped.length > 0
  }

  /** Claims a run whose lease has expired, as its next attempt. */
  async reclaim(run: OpenRun, owner: string): Promise<Claim | undefined> {
    const { task, tick } = run
    const hasExpired = sql`tenon_task_runs.task = ${task} and tenon_task_runs.tick = ${tick}
      and tenon_task_runs.fence = ${run.fence} and tenon_task_runs.state = 'running'
      and tenon_task_runs.lease_until < ${this.#now()}`

    const [row] = await this.#decide<{ fence: number; attempt: number }>(
      sql`update tenon_tasks set fence = fence + 1
        where name = ${task} and exists (select 1 from tenon_task_runs where ${hasExpired})
        returning fence`,
      (source) => sql`
        update tenon_task_runs set owner = ${owner}, fence = source.fence, attempt = attempt + 1,
          lease_until = ${this.#leaseEnd()}, started_at = ${this.#now()}
        from ${source} as source where ${hasExpired}
        returning tenon_task_runs.fence, attempt`,
    )
    return row && { task, tick, owner, attempt: row.attempt, fence: row.fence, state: 'running' }
  }

  /** Marks a run as lost if its lease has expired; `false` if its owner or another replica was first. */
  async markLost(run: OpenRun): Promise<boolean> {
    const lost = await this.#database.query(sql`
      update tenon_task_runs set state = 'lost', finished_at = ${this.#now()},
        error = ${`Its process "${run.owner}" stopped reporting`}
      where task = ${run.task} and tick = ${run.tick} and fence = ${run.fence}
        and state = 'running' and lease_until < ${this.#now()}
      returning task`)
    return lost.length > 0
  }

  /** Extends the leases of all runs of an owner, and returns the runs that it still holds. */
  async renew(owner: string): Promise<RunKey[]> {
    return this.#database.query<RunKey>(sql`
      update tenon_task_runs set lease_until = ${this.#leaseEnd()}
      where owner = ${owner} and state = 'running'
      returning task, tick, fence`)
  }

  /** Records how a run ended; `false` if the owner has lost the run. Safe to repeat. */
  async finish(run: RunKey, state: 'ok' | 'failed', error: string | null): Promise<boolean> {
    const finished = await this.#database.query(sql`
      update tenon_task_runs set state = ${state}, finished_at = ${this.#now()}, error = ${error}
      where task = ${run.task} and tick = ${run.tick} and fence = ${run.fence}
        and state in ('running', ${state})
      returning task`)
    return finished.length > 0
  }

  /** Ends the lease of a run immediately, so another replica can take it without waiting. */
  async release(run: RunKey): Promise<boolean> {
    const released = await this.#database.query(sql`
      update tenon_task_runs set lease_until = ${integer(GIVEN_BACK)}
      where task = ${run.task} and tick = ${run.tick} and fence = ${run.fence} and state = 'running'
      returning task`)
    return released.length > 0
  }

  /**
   * Moves the cursor and records the result atomically. `record` selects from a source with the column `fence`. The
   * source is empty if the cursor did not move.
   */
  async #decide<Row extends object>(move: Sql, record: (source: Sql) => Sql): Promise<Row[]> {
    if (adapters[this.#database.dialect].changesInWith) {
      return this.#database.query<Row>(sql`with moved as (${move}) ${record(sql`moved`)}`)
    }

    return this.#database.transaction(async () => {
      const [moved] = await this.#database.query<Pick<TaskRow, 'fence'>>(move)
      if (moved === undefined) return []
      return this.#database.query<Row>(record(sql`(select ${integer(moved.fence)} as fence)`))
    })
  }

  #ticks(ticks: readonly number[]): Sql {
    const list = JSON.stringify(ticks.map((tick) => ({ tick })))
    const rows = adapters[this.#database.dialect].rowsOf('$1', { tick: 'bigint' })
    return sql`select tick from ${new Sql(rows.split('$1'), [list])}`
  }

  #leaseEnd(): Sql {
    return sql`${this.#now()} + ${integer(this.#leaseMs)}`
  }

  #now(): Sql {
    return toNow(this.#database.dialect, this.#clock)
  }
}

/** The `lease_until` of a run that its process has released. */
const GIVEN_BACK = 0

/** One run of a task; the fence distinguishes its attempts. */
export interface RunKey {
  readonly task: string
  readonly tick: number
  readonly fence: number
}

/** A run in state `running`. */
export interface OpenRun extends RunKey {
  readonly attempt: number
  readonly owner: string
}

/** An open run with its lease. */
export interface SeenRun extends OpenRun, SeenLease {
  /** Whether its process has released it, so that others need not watch it. */
  readonly isGivenBack: boolean
}

interface SeenRow extends OpenRun {
  readonly lease_until: number
  readonly has_expired: number
}

/** A tick that was decided for an owner: run it, or skip it because another run is in progress. */
export interface Claim extends OpenRun {
  readonly state: 'running' | 'overlap'
}

/** A task as stored in the ledger. */
export interface TaskCursor {
  readonly name: string
  readonly cursor: number
  readonly signature: string
  readonly pausedUntil: number | undefined
  readonly isRunning: boolean
}

/** The state of the ledger at one point in time. */
export interface LedgerState {
  readonly now: number
  readonly cursors: ReadonlyMap<string, TaskCursor>
}

interface Advance {
  readonly task: string
  readonly signature: string
  readonly cursor: number
  readonly tick: number
}

/** A tick to claim, starting from the cursor before it. */
export interface ClaimRequest extends Advance {
  readonly owner: string
  /** Refuses the claim while a run of the task is in progress. */
  readonly startsAlone: boolean
  /** Decides `overlap` while a run of the task is in progress. */
  readonly yieldsToRunning: boolean
}

/** Ticks to record as missed, starting from the cursor before the first. */
export interface DropRequest extends Omit<Advance, 'tick'> {
  readonly ticks: readonly number[]
  readonly reason: string
}

function advance({ task, signature, cursor, tick }: Advance, now: Sql, condition: Sql): Sql {
  return sql`update tenon_tasks set cursor = ${tick}, fence = fence + 1
    where name = ${task} and signature = ${signature} and cursor = ${cursor}
      and ${integer(tick)} <= ${now} and ${condition}
    returning fence`
}

/** A number with an explicit type, where PostgreSQL cannot infer it. */
function integer(value: number): Sql {
  return sql`cast(${value} as bigint)`
}

/** A task and the clock. If there are no tasks, one row has the clock and a `name` of `null`. */
interface SurveyRow extends Omit<TaskRow, 'name' | 'fence'> {
  readonly now: number
  readonly name: string | null
  readonly is_running: number | boolean
}

type CursorRow = SurveyRow & Pick<TaskRow, 'name'>

function isCursorRow(row: SurveyRow): row is CursorRow {
  return row.name !== null
}

function toTaskCursor(row: CursorRow): TaskCursor {
  const { name, cursor, signature } = row
  const pausedUntil = row.paused_until ?? undefined
  return { name, cursor, signature, pausedUntil, isRunning: Boolean(row.is_running) }
}
