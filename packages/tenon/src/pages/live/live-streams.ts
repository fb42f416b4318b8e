import type { ReadSet } from '../../data/queries/reads/read-set.ts'
import type { ChangeFeed } from '../../stores/changes/change-feed.ts'
import { LiveRooms, type RoomFeed } from './live-rooms.ts'
import { LiveSigns, type SignFeed } from './live-signs.ts'
import { LiveStream, type StreamStart } from './live-stream.ts'
import { type LiveTicket, type Seat, seatMs } from './live-ticket.ts'

/** How many streams a process keeps open. */
export interface LiveLimits {
  /** Streams of one client address, or of one IPv6 /64 network. Default 1,000. */
  readonly streamsPerAddress?: number
  /** Streams of all clients. Default 20,000. */
  readonly streams?: number
}

export const defaultLiveLimits: Required<LiveLimits> = { streamsPerAddress: 1000, streams: 20_000 }

/** How often a stream sends a sign of life. Proxies close a silent connection after 60 s. */
const beatMs = 25_000
/** The shortest time between two reports to the same client. */
const paceMs = 250
/**
 * How many clients get a report in one step, and the pause before the next step. It limits the rate of their requests.
 */
const told = { count: 100, everyMs: 20 } as const
/**
 * The range of the time after which a client reconnects. It is random, so that clients do not all reconnect at once.
 */
const retry = { leastMs: 500, mostMs: 5000 } as const

/** A ticket on a stream, and the position from which changes are reported. */
export interface Followed {
  readonly ticket: LiveTicket
  readonly since: string
}

/** The parts of the feed of changes that streams use. */
export type LiveFeed = Pick<ChangeFeed, 'position' | 'watch' | 'hasChanged'> & RoomFeed & SignFeed

/** A ticket for a seat on a channel. */
type SeatTicket = LiveTicket & { readonly seat: Seat }

/** The start of a stream. */
export interface StreamOpening extends StreamStart {
  /** The name with which the client sends signs of life, if it has to. */
  readonly id?: string
}

/** An open stream as the dashboard shows it. */
export interface OpenStream {
  readonly address: string
  readonly openedAt: number
  /** When changes were last sent; 0 if never. */
  readonly toldAt: number
  /** The data that it follows. */
  readonly reads: readonly ReadSet[]
  /** The channels that it is on. */
  readonly channels: readonly string[]
  /** The data whose changes were last sent. */
  readonly told: readonly ReadSet[]
}

/** The limit because of which a stream is not opened. */
export type ReachedLimit = 'address' | 'process'

/**
 * The open streams of a process. A change is sent to 100 clients at once, and to the next 100 after each
 * 20 ms. A client gets at most one report in 250 ms, however many changes there are.
 */
export class LiveStreams {
  /** How many reports of changes were sent. */
  tellings = 0
  /** How often a stream was rejected because the client or the process had too many. */
  readonly refusals: Record<ReachedLimit, number> = { address: 0, process: 0 }
  readonly rooms: LiveRooms
  /** The streams whose clients have to send signs of life. */
  readonly signs: LiveSigns
  readonly #feed: LiveFeed
  readonly #streams = new Map<LiveStream, readonly LiveTicket[]>()
  readonly #perAddress = new Map<string, number>()
  #behind: LiveStream[] = []
  #beating: NodeJS.Timeout | undefined
  #isTelling = false

  constructor(feed: LiveFeed) {
    this.#feed = feed
    this.rooms = new LiveRooms(feed)
    this.signs = new LiveSigns(feed)
  }

  get count(): number {
    return this.#streams.size
  }

  /** The open streams, the oldest first. */
  list(): readonly OpenStream[] {
    return [...this.#streams].map(([{ address, openedAt, toldAt, told }, tickets]) => ({
      address,
      openedAt,
      toldAt: toldAt === 0 ? 0 : Date.now() - (performance.now() - toldAt),
      reads: tickets.filter(({ seat }) => seat === undefined).map(({ reads }) => reads),
      channels: tickets.flatMap(({ seat }) => seat?.channel ?? []),
      told: tickets.filter(({ watch }) => told.includes(watch)).map(({ reads }) => reads),
    }))
  }

  /** The open streams with their tickets. */
  get open(): ReadonlyMap<LiveStream, readonly LiveTicket[]> {
    return this.#streams
  }

  /** The limit that another stream of an address would exceed; `undefined` if there is room. */
  isFull(address: string, limits: Required<LiveLimits>): ReachedLimit | undefined {
    if (this.#streams.size >= limits.streams) return 'process'
    const own = this.#perAddress.get(address) ?? 0
    return own >= limits.streamsPerAddress ? 'address' : undefined
  }

  /** Ends all streams. */
  endAll(): void {
    for (const stream of this.#streams.keys()) stream.end()
  }

  /** Opens a stream for tickets. */
  start(address: string, followed: readonly Followed[], opening: StreamOpening = {}): LiveStream {
    const stream: LiveStream = new LiveStream({
      address,
      retryMs: toRetryMs(),
      position: () => this.#feed.position,
      onClose: () => this.#forget(stream),
    })
    this.#streams.set(
      stream,
      followed.map(({ ticket }) => ticket),
    )
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1)
    this.#beating ??= setInterval(() => this.#beat(), beatMs).unref()
    const { id, sign, refused = [] } = opening
    const content = {
      ...(refused.length > 0 && { refused }),
      ...(sign !== undefined && { sign }),
    }
    stream.open(
      content,
      followed.every((each) => this.#knowsAll(each)) ? this.#feed.position : undefined,
    )
    if (id !== undefined) stream.defer(this.signs.expect(id, stream))
    // Seats come last: a seat sends an event with a position at once, so missed changes must be recorded before.
    const hasSeat = ({ ticket }: Followed): number => Number(ticket.seat !== undefined)
    const seatsLast = followed.toSorted((one, other) => hasSeat(one) - hasSeat(other))
    for (const each of seatsLast) this.#follow(stream, each)
    stream.begin()
    return stream
  }

  /**
   * Whether nothing followed by a ticket has changed since the position. Never true for a channel: it may have
   * messages.
   */
  #knowsAll({ ticket: { reads, seat }, since }: Followed): boolean {
    return seat === undefined && !this.#feed.hasChanged(reads, since)
  }

  #follow(stream: LiveStream, { ticket, since }: Followed): void {
    const { reads, watch, seat } = ticket
    if (seat !== undefined) return this.#sit(stream, { ...ticket, seat }, since)
    stream.defer(this.#feed.watch(reads, (at) => this.#note(stream, watch, at)))
    // Check after watching has begun, so that no change is missed in between.
    if (this.#feed.hasChanged(reads, since)) this.#note(stream, watch, this.#feed.position)
  }

  /** Admits a stream to a channel. If data that the access check read changes, the client has to ask again. */
  #sit(stream: LiveStream, { reads, watch, seat, position }: SeatTicket, since: string): void {
    const place = new DisposableStack()
    const end = (at: string): void => {
      if (place.disposed) return
      place.dispose()
      this.#note(stream, watch, at)
    }
    stream.defer(() => place.dispose())
    place.defer(this.#feed.watch(reads, end))
    // Limit the time, because the clock may have been set back since the ticket was made.
    const leftMs = Math.min(seat.until - Date.now(), seatMs)
    const late = setTimeout(() => end(this.#feed.position), leftMs).unref()
    place.defer(() => clearTimeout(late))
    // Compare with the ticket's position, not the client's: a client could claim to know the change that ended its
    // access.
    if (this.#feed.hasChanged(reads, position)) return end(this.#feed.position)
    place.defer(this.rooms.enter(stream, { watch, seat, since }))
  }

  #note(stream: LiveStream, watch: string, position: string): void {
    if (!stream.isBehind) this.#behind.push(stream)
    stream.note(watch, position)
    // Send in this turn of the event loop, but after all changes of the commit are recorded.
    if (this.#isTelling) return
    this.#isTelling = true
    setImmediate(() => this.#tell())
  }

  #tell(): void {
    const due = performance.now() - paceMs
    const waiting: LiveStream[] = []
    let count = 0
    for (const stream of this.#behind) {
      if (stream.isClosed) continue
      if (count === told.count || stream.toldAt > due) {
        waiting.push(stream)
        continue
      }
      stream.flush()
      count += 1
    }
    this.tellings += count
    this.#behind = waiting
    this.#isTelling = waiting.length > 0
    if (this.#isTelling) setTimeout(() => this.#tell(), told.everyMs).unref()
  }

  #beat(): void {
    for (const stream of this.#streams.keys()) stream.beat()
  }

  #forget(stream: LiveStream): void {
    this.#streams.delete(stream)
    const left = (this.#perAddress.get(stream.address) ?? 1) - 1
    if (left === 0) this.#perAddress.delete(stream.address)
    else this.#perAddress.set(stream.address, left)
    if (this.#streams.size > 0) return
    clearInterval(this.#beating)
    this.#beating = undefined
  }
}

function toRetryMs(): number {
  return Math.round(retry.leastMs + Math.random() * (retry.mostMs - retry.leastMs))
}
