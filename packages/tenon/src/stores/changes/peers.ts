import { randomBytes } from 'node:crypto'
import type { Change, ChangeList } from '../../data/database/changes/change.ts'
import type { MessageBus } from './message-bus.ts'
import {
  type Message,
  type PresenceChange,
  parseMessage,
  type Published,
  writeMessage,
} from './message.ts'

/** What a process learns from the others. */
export interface PeerEvents {
  /** Another process has committed and published these; `undefined` if it may be any change. */
  changed(
    source: string,
    number: number,
    changes: readonly Change[] | undefined,
    published?: readonly Published[],
  ): void
  /** Others have come or left in another process; `presence` counts how often they have. */
  moved(source: string, presence: number, moves: PresenceChange | undefined): void
  /** Another process asks who is here. */
  askedWho(): void
  /** Clients of these streams were heard by another process. */
  alive(streams: readonly string[]): void
  /** Another process has emitted an event. */
  emitted(name: string, payload: unknown): void
  /** Another process is heard for the first time, after its commit of this number. */
  began(source: string, number: number, isWhole: boolean): void
  /** Somebody watches in another process. */
  watched(): void
  /** Another process is gone. It was killed, perhaps, before it had told all. */
  ended(source: string, hasToldAll: boolean): void
  /** Commits may have been missed. */
  missed(): void
  /** The number of the last commit that was heard of a source. */
  heard(source: string): number | undefined
}

/** This process, as others hear of it. */
export interface Self {
  readonly source: string
  /** The number of the last commit that was told. */
  readonly number: number
  readonly isWatching: boolean
  readonly isWhole: boolean
  /** How often somebody has come or left here. */
  readonly presence: number
}

interface Peer {
  /** The number of checks since it was heard. */
  silentFor: number
  isWatching: boolean
}

/**
 * The other processes of the application: who is there, who watches, and what they commit.
 *
 * While somebody watches, each process says every few seconds that it is there, and how much it has told. So a lost
 * message is noticed by its number, and a process that died before it could tell by its silence.
 */
export class Peers {
  readonly #bus: MessageBus
  readonly #scope: string
  readonly #events: PeerEvents
  readonly #self: () => Self | undefined
  readonly #peers = new Map<string, Peer>()
  /** Tells its own events from those of others, also while it does not follow its commits. */
  readonly #name = randomBytes(6).toString('hex')
  #listening: Disposable | undefined
  /** Checks until it is known whether anybody watches: those who do answer at once. */
  #unknownFor: number

  constructor(bus: MessageBus, scope: string, self: () => Self | undefined, events: PeerEvents) {
    this.#bus = bus
    this.#scope = scope
    this.#self = self
    this.#events = events
    this.#unknownFor = Infinity
  }

  /** Whether others watch, or may do so. */
  get mayWatch(): boolean {
    return this.#unknownFor > 0 || [...this.#peers.values()].some(({ isWatching }) => isWatching)
  }

  get count(): number {
    return this.#peers.size
  }

  listen(): void {
    if (!this.#bus.hears) return
    this.#listening ??= this.#bus.listen((text) => {
      if (text === undefined) this.#reconnected()
      else this.#hear(parseMessage(text))
    })
  }

  /** Says that this process is there; called every few seconds while it follows its commits. */
  check(): void {
    if (this.#unknownFor > 0) this.#unknownFor -= 1
    this.#say('here')
    for (const [source, peer] of this.#peers) {
      peer.silentFor += 1
      if (peer.silentFor <= SILENT_CHECKS) continue
      this.#end(source, false)
      this.#events.missed()
    }
  }

  hello(): void {
    this.#say('hello')
  }

  bye(): void {
    this.#say('bye')
  }

  tell(first: number, list: ChangeList | undefined, published: readonly Published[]): void {
    const changes = list === undefined ? null : list.all
    this.#say('changes', { first, changes, ...(published.length > 0 && { published }) })
  }

  tellMoves(moves: PresenceChange): void {
    this.#say('members', { moves })
  }

  /** Asks a process who is there, because it may have said so unheard. */
  askWho(whom: string): void {
    this.#say('who', { whom })
  }

  tellAlive(streams: readonly string[]): void {
    this.#say('alive', { streams })
  }

  tellEvent(name: string, payload: unknown): void {
    const who = {
      scope: this.#scope,
      from: this.#name,
      number: 0,
      isWatching: false,
      isWhole: true,
    }
    this.#bus.send(writeMessage({ kind: 'event', ...who, event: [name, payload] }))
  }

  [Symbol.dispose](): void {
    this.#listening?.[Symbol.dispose]()
  }

  #say(kind: Message['kind'], what: Partial<Message> = {}): void {
    const self = this.#self()
    if (self === undefined) return
    const { source: from, ...said } = self
    this.#bus.send(writeMessage({ kind, scope: this.#scope, from, ...said, ...what }))
  }

  #reconnected(): void {
    this.#unknownFor = ANSWER_CHECKS
    this.#events.missed()
    this.hello()
  }

  #hear(message: Message | undefined): void {
    const self = this.#self()
    if (message === undefined || message.scope !== this.#scope) return
    if (message.from === self?.source || message.from === this.#name) return
    if (message.event !== undefined) return this.#events.emitted(...message.event)
    if (message.kind === 'bye') return this.#hearBye(message)
    this.#meet(message)
    if (message.isWatching) this.#events.watched()
    if (message.kind === 'changes') this.#hearChanges(message)
    else this.#hearNumber(message)
    this.#events.moved(message.from, message.presence ?? 0, message.moves)
    if (message.kind === 'hello') this.#say('here')
    if (message.kind === 'who' && message.whom === self?.source) this.#events.askedWho()
    if (message.kind === 'alive') this.#events.alive(message.streams ?? [])
  }

  #meet({ from, kind, number, first = number, isWatching, isWhole }: Message): void {
    const known = this.#peers.get(from)
    this.#peers.set(from, { silentFor: 0, isWatching })
    if (known !== undefined) return
    this.#events.began(from, kind === 'changes' ? first - 1 : number, isWhole)
    // It began to tell only now, and may have committed something since we began to watch.
    if (!isWhole) this.#events.missed()
  }

  #hearChanges({ from, number, first = number, changes = null, published }: Message): void {
    const hasGap = first > (this.#events.heard(from) ?? 0) + 1
    this.#events.changed(from, number, hasGap || changes === null ? undefined : changes, published)
  }

  #hearNumber({ from, number }: Message): void {
    if (number > (this.#events.heard(from) ?? 0)) this.#events.changed(from, number, undefined)
  }

  #hearBye(message: Message): void {
    if (!this.#peers.has(message.from)) return
    this.#hearNumber(message)
    this.#end(message.from, true)
  }

  #end(source: string, hasToldAll: boolean): void {
    this.#peers.delete(source)
    this.#events.ended(source, hasToldAll)
  }
}

/** How often a process says that it is there. */
export const CHECK_MS = 2000

/** A process that was silent for so many checks is gone: its lease. */
const SILENT_CHECKS = 4

/** After so many checks, those who watch have answered. */
const ANSWER_CHECKS = 2
