import type { ChangeFeed } from '../../stores/changes/change-feed.ts'
import { type LiveStream, toEvent } from './live-stream.ts'
import type { Seat } from './live-ticket.ts'

/** The parts of the feed that rooms use. */
export type RoomFeed = Pick<ChangeFeed, 'position' | 'hear' | 'publishedSince' | 'presence'>

/** The maximum number of members sent to a client. The client also gets their total number. */
const memberLimit = 100
/** How long joins and leaves are collected, so that simultaneous ones become one message. */
const gatheredMs = 50

/** The channels that streams of this process follow. A message is serialized once for all streams of a channel. */
export class LiveRooms {
  /** How many messages were sent to clients. */
  messages = 0
  readonly #feed: RoomFeed
  readonly #rooms = new Map<string, Room>()

  constructor(feed: RoomFeed) {
    this.#feed = feed
  }

  /** Sends a stream the messages and members of a channel until the returned function is called. */
  enter(stream: LiveStream, { watch, seat, since }: Entry): () => void {
    const room = this.#rooms.get(seat.channel) ?? this.#open(watch, seat)
    room.streams.add(stream)
    const missed = newest(this.#feed.publishedSince(seat.channel, since), stream.missedBytesLeft)
    for (const message of missed) this.#tell([stream], { messages: [[watch, message]] })
    const leave = seat.member && this.#feed.presence.enter(seat.channel, seat.member)
    if (seat.member !== undefined) this.#tell([stream], this.#toHere(room))
    return () => {
      leave?.()
      room.streams.delete(stream)
      if (room.streams.size > 0 || this.#rooms.get(seat.channel) !== room) return
      this.#rooms.delete(seat.channel)
      room.uses.dispose()
    }
  }

  #open(watch: string, { channel, member }: Seat): Room {
    const room: Room = {
      channel,
      watch,
      streams: new Set(),
      uses: new DisposableStack(),
      timer: undefined,
    }
    this.#rooms.set(channel, room)
    const feed = this.#feed
    room.uses.defer(
      feed.hear(channel, (message) => this.#tell(room.streams, { messages: [[watch, message]] })),
    )
    if (member !== undefined)
      room.uses.defer(feed.presence.watch(channel, () => this.#gather(room)))
    return room
  }

  #gather(room: Room): void {
    room.timer ??= setTimeout(() => {
      room.timer = undefined
      this.#tell(room.streams, this.#toHere(room))
    }, gatheredMs).unref()
  }

  #toHere({ channel, watch }: Room): object {
    const members = this.#feed.presence.members(channel)
    return { here: { [watch]: { members: members.slice(0, memberLimit), count: members.length } } }
  }

  #tell(streams: Iterable<LiveStream>, content: object): void {
    const event = toEvent(this.#feed.position, content)
    for (const stream of streams) {
      stream.send(event)
      this.messages += 1
    }
  }
}

/** The newest messages that fit into a number of bytes. */
function newest(messages: readonly unknown[], limitBytes: number): readonly unknown[] {
  let left = limitBytes
  const first = messages.findLastIndex((message) => {
    left -= Buffer.byteLength(JSON.stringify(message))
    return left < 0
  })
  return messages.slice(first + 1)
}

/** A stream's seat on a channel, and the position from which it gets messages. */
interface Entry {
  readonly watch: string
  readonly seat: Seat
  readonly since: string
}

/** A followed channel. */
interface Room {
  readonly channel: string
  readonly watch: string
  readonly streams: Set<LiveStream>
  readonly uses: DisposableStack
  timer: NodeJS.Timeout | undefined
}
