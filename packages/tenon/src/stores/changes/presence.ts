import type { Member, PresenceChange } from './message.ts'

/*
 * The members of each channel, in all processes. A move is a member who comes or leaves. Each process counts its moves,
 * and sends the count with every message. A process that has missed a move asks for all members.
 */

export interface PresenceOptions {
  /** Tells the other processes who has come and left. */
  readonly tell: (moves: PresenceChange) => void
  /**
   * How long a member may be away before others see them leave, in milliseconds. Default: 2,000, enough to reload a
   * page.
   */
  readonly graceMs?: number
}

/** The most bytes of members in one message to other processes. */
const PART_BYTES = 5000

/** The members of the channels. */
export class Presence {
  readonly #tell: PresenceOptions['tell']
  readonly #graceMs: number
  readonly #own = new Map<string, Map<Member['id'], Own>>()
  readonly #others = new Map<string, Other>()
  readonly #watchers = new Map<string, Set<() => void>>()
  #version = 0

  constructor({ tell, graceMs = 2000 }: PresenceOptions) {
    this.#tell = tell
    this.#graceMs = graceMs
  }

  /** How often members have come or left in this process. */
  get version(): number {
    return this.#version
  }

  /** Adds a member until the returned function is called. A member with several tabs counts once. */
  enter(channel: string, member: Member): () => void {
    const members = this.#own.get(channel) ?? new Map<Member['id'], Own>()
    this.#own.set(channel, members)
    const known = members.get(member.id)
    const own = known ?? { member, count: 0, leaving: undefined }
    const isNews = known === undefined || JSON.stringify(known.member) !== JSON.stringify(member)
    own.member = member
    own.count += 1
    clearTimeout(own.leaving)
    members.set(member.id, own)
    if (isNews) this.#move(channel, { come: [[channel, member]], left: [] })
    return () => this.#leave(channel, own)
  }

  /** The members of a channel, in all processes. */
  members(channel: string): readonly Member[] {
    const all = new Map<Member['id'], Member>()
    for (const { channels } of this.#others.values()) {
      for (const member of channels.get(channel)?.values() ?? []) all.set(member.id, member)
    }
    for (const { member } of this.#own.get(channel)?.values() ?? []) all.set(member.id, member)
    return [...all.values()]
  }

  /** Calls `told` whenever a member comes or leaves. Stops when you call the returned function. */
  watch(channel: string, told: () => void): () => void {
    const watchers = this.#watchers.get(channel) ?? new Set()
    this.#watchers.set(channel, watchers.add(told))
    return () => {
      watchers.delete(told)
      if (watchers.size === 0) this.#watchers.delete(channel)
    }
  }

  /** Tells the other processes all members of this one, in as many parts as needed. */
  tellAll(): void {
    const all = [...this.#own].flatMap(([channel, members]) =>
      [...members.values()].map(({ member }) => [channel, member] as const),
    )
    const parts = toParts(all)
    for (const [part, come] of parts.entries()) {
      this.#tell({ part, parts: parts.length, come, left: [] })
    }
  }

  /** Applies a message of another process. Messages may arrive in any order. Returns whether one was missed. */
  moved(source: string, version: number, moves: PresenceChange | undefined): boolean {
    const other = this.#others.get(source) ?? new Other()
    if (moves === undefined || version <= other.version) return version > other.version
    this.#others.set(source, other)
    if (moves.part === undefined) {
      if (version > other.version + 1) return true
      this.#changed(other.move(version, moves))
    } else if (other.collect(version, moves)) {
      this.#changed(other.replace(version))
    }
    return false
  }

  /** Forgets a process that has ended. */
  forget(source: string): void {
    const other = this.#others.get(source)
    if (other === undefined) return
    this.#others.delete(source)
    this.#changed(other.channels.keys())
  }

  #leave(channel: string, own: Own): void {
    own.count -= 1
    if (own.count > 0) return
    own.leaving = setTimeout(() => {
      const members = this.#own.get(channel)
      members?.delete(own.member.id)
      if (members?.size === 0) this.#own.delete(channel)
      this.#move(channel, { come: [], left: [[channel, own.member.id]] })
    }, this.#graceMs).unref()
  }

  #move(channel: string, moves: Pick<PresenceChange, 'come' | 'left'>): void {
    this.#version += 1
    this.#tell(moves)
    this.#changed([channel])
  }

  #changed(channels: Iterable<string>): void {
    for (const channel of channels) for (const notify of this.#watchers.get(channel) ?? []) notify()
  }
}

/** A member in this process, with the number of their streams. */
interface Own {
  member: Member
  count: number
  leaving: NodeJS.Timeout | undefined
}

/** The members in another process. */
class Other {
  version = 0
  channels = new Map<string, Map<Member['id'], Member>>()
  /** The parts of a newer version that have arrived. */
  #parts = new Map<number, PresenceChange['come']>()
  #partsVersion = 0

  /** Applies the next change; returns the channels that it concerns. */
  move(version: number, { come, left }: PresenceChange): Iterable<string> {
    this.version = version
    for (const [channel, member] of come) this.#add(channel, member)
    for (const [channel, id] of left) {
      const members = this.channels.get(channel)
      members?.delete(id)
      if (members?.size === 0) this.channels.delete(channel)
    }
    return [...come, ...left].map(([channel]) => channel)
  }

  /** Stores one part of the list of all; returns whether all parts have arrived. */
  collect(version: number, { come, part = 0, parts = 1 }: PresenceChange): boolean {
    if (version !== this.#partsVersion) this.#parts = new Map()
    this.#partsVersion = version
    this.#parts.set(part, come)
    return this.#parts.size === parts
  }

  /** Replaces all members by the collected parts; returns the channels that it concerns. */
  replace(version: number): Iterable<string> {
    const before = this.channels.keys()
    this.version = version
    this.channels = new Map()
    for (const come of this.#parts.values()) {
      for (const [channel, member] of come) this.#add(channel, member)
    }
    this.#parts = new Map()
    return new Set([...before, ...this.channels.keys()])
  }

  #add(channel: string, member: Member): void {
    const members = this.channels.get(channel) ?? new Map<Member['id'], Member>()
    this.channels.set(channel, members.set(member.id, member))
  }
}

function toParts(all: PresenceChange['come']): readonly PresenceChange['come'][] {
  const parts: (readonly [string, Member])[][] = [[]]
  let bytes = 0
  for (const each of all) {
    bytes += Buffer.byteLength(JSON.stringify(each))
    if (bytes > PART_BYTES) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(each)
  }
  return parts
}
