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

/** The events that a process receives from the others. */
export interface PeerEvents {
  /** Another process has committed or published something. `changes` is `undefined` if anything may have changed. */
  changed(
    source: string,
    number: number,
    changes: readonly Change[] | undefined,
    published?: readonly Published[],
  ): void
  /** Members have come or left in another process. `presence` is the number of such moves there. */
  moved(source: string, presence: number, moves: PresenceChange | undefined): void
  /** Another process asks for all members here. */
  askedWho(): void
  /** Another process has heard from the clients of these streams. */
  alive(streams: readonly string[]): void
  /** Another process has emitted an event. */
  emitted(name: string, payload: unknown): void
  /** This process hears another one for the first time. `number` is the last commit before that. */
  began(source: string, number: number, isWhole: boolean): void
  /** Somebody watches in another process. */
  watched(): void
  /** Another process has ended. If it was killed, it may not have told everything. */
  ended(source: string, hasToldAll: boolean): void
  /** Some commits may have been missed. */
  missed(): void
  /** Returns the number of a source's last commit that was heard. */
  heard(source: string): number | undefined
}

/** This process, as others see it. */
export interface Self {
  readonly source: string
  /** The number of the last commit that it has told. */
  readonly number: number
  readonly isWatching: boolean
  readonly isWhole: boolean
  /** How often members have come or left here. */
  readonly presence: number
}

interface Peer {
  /** The number of checks since the last message. */
  silentFor: number
  isWatching: boolean
}

/**
 * The other processes of the application: whether somebody watches there, and what they commit.
 *
 * While somebody watches, each process announces itself every few seconds, with the number of its last commit. A gap in
 * the numbers shows a lost message, and silence shows that a process has died without a `bye`.
 */
export class Peers {
  readonly #bus: MessageBus
  readonly #scope: string
  readonly #events: PeerEvents
  readonly #self: () => Self | undefined
  readonly #peers = new Map<string, Peer>()
  /** Identifies this process's events, even while it does not follow its commits. */
  readonly #name = randomBytes(6).toString('hex')
  #listening: Disposable | undefined
  /** The number of checks until it is known whether anybody watches elsewhere. Watching processes answer at once. */
  #unknownFor: number

  constructor(bus: MessageBus, scope: string, self: () => Self | undefined, events: PeerEvents) {
    this.#bus = bus
    this.#scope = scope
    this.#self = self
    this.#events = events
    this.#unknownFor = Infinity
  }

  /** Whether somebody watches in another process, or may do so. */
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

  /** Announces this process. Called every few seconds while it follows its commits. */
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

  /** Asks a process for all its members, because a move was missed. */
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
    // The other process has only now started to follow, and may have committed something since this one began to watch.
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

/** How often a process announces itself, in milliseconds. */
export const CHECK_MS = 2000

/** A process with this many checks of silence counts as ended. */
const SILENT_CHECKS = 4

/** After this many checks, all watching processes have answered. */
const ANSWER_CHECKS = 2
