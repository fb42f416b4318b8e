import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Log } from '../../base/log/log.ts'
import type { Change } from '../../data/database/changes/change.ts'
import type { Database } from '../../data/database/database.ts'
import { nameInReads, type ReadSet } from '../../data/queries/reads/read-set.ts'
import { FollowedKeys } from './followed-keys.ts'
import { History, remarksOf } from './history.ts'
import { CHANNEL, type MessageBus, busThrough } from './message-bus.ts'
import type { Published } from './message.ts'
import { Outbox } from './outbox.ts'
import { CHECK_MS, type PeerEvents, Peers, type Self } from './peers.ts'
import { Presence } from './presence.ts'
import { Remarks } from './remarks.ts'
import { type Notify, Watchers } from './watchers.ts'

/** Options of a feed. */
export interface ChangeFeedOptions {
  /** Tells the other processes. Default: the notifications of a database, if it has any. */
  readonly bus?: MessageBus | undefined
  /** Separates applications that share a database. Default: none. */
  readonly scope?: string
  readonly log?: Pick<Log, 'warn'>
  /** How often a process announces itself, in milliseconds. Default: 2,000. */
  readonly checkMs?: number
  /** How long a member may be away before others see them leave, in milliseconds. Default: 2,000. */
  readonly graceMs?: number
}

/**
 * Tells watchers when a commit of any process of the application may have changed what they have read.
 *
 * The feed follows this process's commits while somebody watches, here or in another process, or has just read and may
 * start to watch. Otherwise a write only leaves a mark.
 */
export class ChangeFeed implements AsyncDisposable {
  readonly #databases: readonly Database[]
  readonly #bus: MessageBus | undefined
  readonly #log: Pick<Log, 'warn'> | undefined
  readonly #watchers = new Watchers()
  readonly #history = new History()
  readonly #remarks = new Remarks(() => this.#remark())
  readonly #keys = new Map<Database, FollowedKeys>()
  readonly #peers: Peers | undefined
  /** The members of each channel. */
  readonly presence: Presence
  readonly #hearers = new Map<string, Set<MessageListener>>()
  readonly #askedWho = new Set<string>()
  #onEvent: ((name: string, payload: unknown) => void) | undefined
  #onAlive: ((streams: readonly string[]) => void) | undefined
  readonly #inOwnContext = AsyncLocalStorage.snapshot()
  readonly #checking: NodeJS.Timeout
  #following: Following | undefined
  /** Whether it has followed all the time since its creation, so that it has told all commits of this process. */
  #isWhole = true
  #ready: Promise<unknown> | undefined
  /** For how many more checks somebody who has just read may start to watch. */
  #expectedFor = 0
  #hasWarned = false
  #isClosed = false

  constructor(databases: readonly Database[], options: ChangeFeedOptions = {}) {
    const { bus = busThrough(databases), scope = '', log, checkMs = CHECK_MS, graceMs } = options
    this.#databases = databases
    this.#bus = bus
    this.#log = log
    this.#peers = bus && new Peers(bus, scope, () => this.#self(), this.#events())
    this.presence = new Presence({
      tell: (moves) => this.#peers?.tellMoves(moves),
      ...(graceMs === undefined ? {} : { graceMs }),
    })
    this.#checking = setInterval(() => this.#check(), checkMs).unref()
    // Until this process knows that nobody watches elsewhere, it tells everything.
    if (bus !== undefined) this.#follow()
  }

  /** The number of watchers in this process. */
  get watchers(): number {
    return this.#watchers.count
  }

  /** The number of other processes that it hears. */
  get peers(): number {
    return this.#peers?.count ?? 0
  }

  /**
   * Resolves when the feed knows which foreign keys change other tables. Until then, a deletion counts as a change of
   * everything.
   */
  get ready(): Promise<unknown> {
    return (this.#ready ??= this.#inOwnContext(() =>
      Promise.all(this.#databases.map((each) => this.#readKeys(each))),
    ))
  }

  /** The current position of the feed. Take it before you read. */
  get position(): string {
    return this.positionAt(Infinity)
  }

  /** The position of the feed at a time of `performance.now()`, for a reader who has read since then. */
  positionAt(time: number): string {
    this.#expectedFor = EXPECTED_CHECKS
    const { source } = this.#watch()
    return this.#history.position(source, time)
  }

  /**
   * Starts to hear the other processes, for a process that serves or works. Other processes only send their commits.
   */
  open(): void {
    this.#inOwnContext(() => this.#peers?.listen())
  }

  /**
   * Calls `notify` with the position after each commit that may have changed what was read. Stops when you call the
   * returned function.
   */
  watch(reads: ReadSet, notify: Notify): () => void {
    const stop = this.#watchers.add(reads, notify)
    this.#watch()
    return stop
  }

  /** Whether what was read may have changed after a position; `true` if the feed can no longer tell. */
  hasChanged(reads: ReadSet, since: string): boolean {
    this.#watch()
    return this.#history.hasChanged(reads, since)
  }

  /**
   * Sends a message to all listeners of a channel, in all processes. Messages are not stored, and arrive at most once.
   * A client that is away for longer than the feed remembers misses them.
   */
  publish(channel: string, message: unknown): void {
    const following = this.#following
    // Nobody listens, in any process.
    if (following === undefined) return
    following.number += 1
    const { source, number } = following
    following.outbox?.addMessage(number, [channel, message])
    this.#enter(source, number, [], [[channel, message]])
  }

  /** Calls `heard` for each later message on a channel. Stops when you call the returned function. */
  hear(channel: string, heard: MessageListener): () => void {
    this.#watch()
    const hearers = this.#hearers.get(channel) ?? new Set()
    this.#hearers.set(channel, hearers.add(heard))
    return () => {
      hearers.delete(heard)
      if (hearers.size === 0) this.#hearers.delete(channel)
    }
  }

  /** The messages on a channel after a position, as far as the feed remembers them. */
  publishedSince(channel: string, since: string): readonly unknown[] {
    return this.#history.publishedSince(channel, since)
  }

  /** Whether the feed hears the other processes; `true` if there are none. */
  get hearsOthers(): boolean {
    return this.#bus?.hears !== false
  }

  /** Tells the other processes that this process has emitted an event. They may miss it. */
  tellEvent(name: string, payload: unknown): void {
    this.#peers?.tellEvent(name, payload)
  }

  /** Calls `heard` for events of other processes, while the feed hears them. */
  onEvent(heard: (name: string, payload: unknown) => void): void {
    this.#onEvent = heard
  }

  /** Tells the process that holds these streams that their clients are alive. */
  tellAlive(streams: readonly string[]): void {
    this.#peers?.tellAlive(streams)
  }

  /** Calls `heard` when another process has heard from the clients of these streams. */
  onAlive(heard: (streams: readonly string[]) => void): void {
    this.#onAlive = heard
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#checking)
    this.#stopFollowing()
    this.#peers?.[Symbol.dispose]()
    await this.#bus?.[Symbol.asyncDispose]()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  get #isWatching(): boolean {
    return this.#watchers.count > 0 || this.#hearers.size > 0 || this.#expectedFor > 0
  }

  #self(): Self | undefined {
    const following = this.#following
    if (following === undefined) return undefined
    const { source, outbox } = following
    const { version: presence } = this.presence
    const number = outbox?.sent ?? 0
    return { source, number, isWatching: this.#isWatching, isWhole: this.#isWhole, presence }
  }

  /** Follows the commits and hears the others, because somebody watches or may start to. */
  #watch(): Following {
    const following = this.#follow()
    if (following.isHearing || this.#isClosed) return following
    following.isHearing = true
    void this.ready
    this.#inOwnContext(() => {
      for (const database of this.#databases) {
        if (database.hears !== 'commits' || this.#bus !== undefined) continue
        following.uses.use(database.listen(CHANNEL, () => this.#remarks.atTimes()))
      }
      this.#peers?.listen()
      this.#peers?.hello()
    })
    return following
  }

  /** Starts to follow under a new name, because earlier positions do not cover the time since then. */
  #follow(): Following {
    if (this.#following !== undefined) return this.#following
    const following = new Following(this.#createOutbox())
    this.#following = following
    this.#history.begin(following.source, 0, this.#isWhole)
    this.#history.begin(remarksOf(following.source), 0, true)
    if (this.#isClosed) return following
    for (const database of this.#databases) {
      const { changes } = database
      following.uses.use(changes.follow((committed) => this.#committed(database, committed)))
    }
    return following
  }

  #stopFollowing(): void {
    const following = this.#following
    if (following === undefined) return
    following.outbox?.send()
    this.#peers?.bye()
    following.uses.dispose()
    this.#following = undefined
    this.#isWhole = false
    this.#history.end(following.source)
    this.#history.end(remarksOf(following.source))
  }

  #check(): void {
    if (this.#expectedFor > 0) this.#expectedFor -= 1
    this.#askedWho.clear()
    if (this.#following === undefined) return
    if (!this.#isWatching && this.#peers?.mayWatch !== true) return this.#stopFollowing()
    this.#peers?.check()
    if (this.#bus?.hears === false && this.#watchers.count > 0) this.#remarkBlindly()
  }

  #committed(database: Database, changes: readonly Change[] | undefined): void {
    const following = this.#follow()
    following.number += 1
    const { source, number } = following
    const named = changes?.map((change) => toNamed(database, change))
    following.outbox?.addChanges(number, named)
    this.#enter(source, number, named)
  }

  #enter(
    source: string,
    number: number,
    changes: readonly Change[] | undefined,
    published: readonly Published[] = [],
  ): void {
    const all = changes && this.#withFollowed(changes)
    this.#history.add({ source, number, changes: all, published })
    this.#inOwnContext(() => {
      this.#watchers.tell(all, `${source}:${number}`)
      for (const [channel, message] of published) {
        for (const heard of this.#hearers.get(channel) ?? []) heard(message)
      }
    })
  }

  /** Adds the changes that foreign keys cause; `undefined` until the feed knows the keys. */
  #withFollowed(changes: readonly Change[]): readonly Change[] | undefined {
    const keys = [...this.#keys.values()]
    if (keys.length === this.#databases.length) {
      return keys.reduce((all, each) => each.follow(all), changes)
    }
    return changes.some(({ isDelete }) => isDelete) ? undefined : changes
  }

  #createOutbox(): Outbox | undefined {
    const peers = this.#peers
    return peers && new Outbox((...sent) => peers.tell(...sent), this.#inOwnContext)
  }

  /** Records that something unknown may have changed. */
  #remark(): void {
    const following = this.#following
    if (following === undefined) return
    following.remarks += 1
    this.#enter(remarksOf(following.source), following.remarks, undefined)
  }

  #remarkBlindly(): void {
    this.#remarks.now()
    if (this.#hasWarned) return
    this.#hasWarned = true
    this.#log?.warn(
      'Live pages cannot hear of changes through PgBouncer, so they ask every few seconds. Set REDIS_URL, or a DATABASE_URL of PostgreSQL itself',
    )
  }

  #events(): PeerEvents {
    return {
      changed: (source, number, changes, published) =>
        this.#enter(source, number, changes, published),
      began: (source, number, isWhole) => this.#history.begin(source, number, isWhole),
      watched: () => void this.#follow(),
      ended: (source, hasToldAll) => {
        this.#end(source, hasToldAll)
        this.presence.forget(source)
      },
      missed: () => this.#remarks.now(),
      heard: (source) => this.#history.heard(source),
      moved: (source, version, moves) => {
        const hasMissed = this.presence.moved(source, version, moves)
        if (!hasMissed || this.#askedWho.has(source)) return
        this.#askedWho.add(source)
        this.#peers?.askWho(source)
      },
      askedWho: () => this.presence.tellAll(),
      emitted: (name, payload) => this.#onEvent?.(name, payload),
      alive: (streams) => this.#onAlive?.(streams),
    }
  }

  /**
   * Another process has ended, and its name leaves the positions. So its end gets a number of this process. A reader
   * with an earlier position learns what the other process has changed, and no position is ever less than an earlier
   * one.
   */
  #end(ended: string, hasToldAll: boolean): void {
    const following = this.#following
    if (following === undefined) return this.#history.end(ended)
    following.number += 1
    const { source, number } = following
    following.outbox?.addChanges(number, [])
    this.#history.pass(ended, { source, number, hasToldAll })
  }

  async #readKeys(database: Database): Promise<void> {
    try {
      this.#keys.set(database, await FollowedKeys.read(database))
    } catch {
      // A deletion counts as a change of everything until the catalog was read.
      this.#ready = undefined
    }
  }
}

/** Receives the messages of a channel. */
export type MessageListener = (message: unknown) => void

/** A period in which the feed follows this process's commits, under one name. */
class Following {
  readonly source = randomBytes(4).toString('hex')
  readonly uses = new DisposableStack()
  /** What to tell the other processes, if there can be any. */
  readonly outbox: Outbox | undefined
  /** The number of the last commit. */
  number = 0
  remarks = 0
  isHearing = false

  constructor(outbox: Outbox | undefined) {
    this.outbox = outbox
  }
}

function toNamed(database: Database, change: Change): Change {
  return { ...change, table: nameInReads(database.name, change.table) }
}

/** For how many checks a position is expected back: within a minute, its page must open a stream. */
const EXPECTED_CHECKS = Math.ceil(60_000 / CHECK_MS)
