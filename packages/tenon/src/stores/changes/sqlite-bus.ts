import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../../base/log/log.ts'
import { ThrottledLog } from '../../base/log/throttled-log.ts'
import type { Database } from '../../data/database/database.ts'
import { sql } from '../../data/database/sql.ts'
import { createDatabase } from '../../data/drivers/create-database.ts'
import type { MessageBus } from './message-bus.ts'

/** How often a process reads, in milliseconds. `Database.listen` reads every 4 ms, but every process reads this file. */
const LOOK_MS = 25

/** The pause before a process that could not use the file tries again to listen, in milliseconds. */
const RETRY_MS = 500

/** How many texts are kept. A listener reads them within milliseconds. */
const KEPT = 1000

/**
 * Tells the other processes of this machine through a file beside the database. The file is a database of its own, so
 * that texts do not wait for transactions or look like commits. Its content is needed only for milliseconds: you may
 * delete it while no process runs.
 */
export class SqliteBus implements MessageBus {
  readonly hears = true
  readonly #file: string
  readonly #warning: ThrottledLog
  readonly #inOwnContext = AsyncLocalStorage.snapshot()
  readonly #running = new Set<Promise<void>>()
  #opening: Promise<Database> | undefined
  #last = 0

  /** `file` is the file of the application's database. */
  constructor(file: string, log: Log) {
    this.#file = `${file.replace(/\.sqlite$/, '')}-live.sqlite`
    this.#warning = new ThrottledLog(log, 'warn')
  }

  send(text: string): void {
    this.#use(async (database) => {
      const [row] = await database.query<{ id: number }>(
        sql`insert into texts (text) values (${text}) returning id`,
      )
      const id = row?.id ?? 0
      if (id % KEPT === 0) await database.query(sql`delete from texts where id < ${id - KEPT}`)
    })
  }

  listen(heard: (text?: string) => void): Disposable {
    const uses = new DisposableStack()
    this.#beginToListen(uses, heard)
    return uses
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#running)
    const database = await this.#opening?.catch(() => undefined)
    this.#opening = undefined
    await database?.close()
  }

  /** Tries again until the file can be used, because the caller listens only once. */
  #beginToListen(uses: DisposableStack, heard: (text?: string) => void): void {
    const begin = async (database: Database): Promise<void> => {
      const [row] = await database.query<{ id: number | null }>(
        sql`select max(id) as id from texts`,
      )
      this.#last = row?.id ?? 0
      if (uses.disposed) return
      const look = (): void => this.#use(() => this.#read(database, heard))
      const timer = setInterval(look, LOOK_MS).unref()
      uses.defer(() => clearInterval(timer))
      heard()
    }
    this.#use(begin, () => {
      if (uses.disposed) return
      const timer = setTimeout(() => this.#beginToListen(uses, heard), RETRY_MS).unref()
      uses.defer(() => clearTimeout(timer))
    })
  }

  async #read(database: Database, heard: (text?: string) => void): Promise<void> {
    const rows = await database.query<{ id: number; text: string }>(
      sql`select id, text from texts where id > ${this.#last} order by id`,
    )
    for (const { id, text } of rows) {
      if (id <= this.#last) continue
      this.#last = id
      heard(text)
    }
  }

  #use(work: (database: Database) => Promise<void>, onFailure?: () => void): void {
    const running = this.#inOwnContext(async () => {
      try {
        await work(await (this.#opening ??= this.#open()))
      } catch (error) {
        this.#warning.write(AWAY, { error, file: this.#file })
        // The next call tries again.
        const opened = await this.#opening?.catch(() => undefined)
        if (opened === undefined) this.#opening = undefined
        onFailure?.()
      }
    })
    this.#running.add(running)
    void running.then(() => this.#running.delete(running))
  }

  async #open(): Promise<Database> {
    const database = createDatabase(`sqlite:${this.#file}`)
    await database.script(
      'pragma synchronous = off; create table if not exists texts (id integer primary key autoincrement, text text not null)',
    )
    return database
  }
}

const AWAY =
  'The file through which processes tell each other what has changed cannot be used, so live pages do not hear of other processes'
