import type { ParametersOf, RegisteredEntries, RouteName } from '../../../web/routing/types/url.ts'
import type { ChannelAnswers, MessageIn } from '../../live/channels/channel-types.ts'
import { route } from '../route.ts'
import type { Following, LiveListener, Members } from './live-connection.ts'
import { liveHub } from './live-hub.ts'

/** The functions that a component passes to a channel. */
export interface UseChannelOptions<Message> {
  /** Called with each message. */
  readonly onMessage?: (message: Message) => void
  /** Called with the status, such as 401, 403 or 404, if the client may not follow the channel, or may no longer. */
  readonly onEnd?: (status: number) => void
}

/** The members of a channel. */
export interface ChannelState<Member> {
  /** At most 100 members; empty without `.presence()`. */
  readonly members: readonly Member[]
  /** How many members there are. */
  readonly count: number
}

/** The functions that a channel calls. */
export interface ChannelOptions<Message, Member> extends UseChannelOptions<Message> {
  /** Called with the members and their number; at most 100 are listed. */
  readonly onMembers?: (members: readonly Member[], count: number) => void
}

/** The parameters of a channel's route. */
export type ChannelParameters<Name extends RouteName> = ParametersOf<RegisteredEntries[Name]>

/** The type of a channel's messages. */
// oxfmt-ignore
export type ChannelMessage<Name extends RouteName> =
  RegisteredEntries[Name]['contract']['answers'] extends ChannelAnswers<infer Message, unknown>
    ? Message extends MessageIn<unknown, infer Output> ? Output : never
    : unknown

/** The type of a channel's members. */
// oxfmt-ignore
export type ChannelMember<Name extends RouteName> =
  RegisteredEntries[Name]['contract']['answers'] extends ChannelAnswers<unknown, infer Here> ? Here : unknown

/**
 * Follows a channel by the name of its route: `const leave = joinChannel('tickets.channel', { ticket: 5 }, { onMessage
 * })`. Call the returned function to leave. It reconnects by itself after a lost connection, and asks the route again
 * when its seat ends.
 */
export function joinChannel<const Name extends RouteName>(
  name: Name,
  parameters: ChannelParameters<Name>,
  options: ChannelOptions<ChannelMessage<Name>, ChannelMember<Name>>,
): () => void {
  const url = channelUrl(name, parameters)
  const channel = new JoinedChannel(url, options)
  return () => channel.leave()
}

/** The URL of a channel's route. Throws for an unknown name. */
export function channelUrl(name: string, parameters: object): string {
  // Sound: the caller's signature has checked them.
  const url = route(name, parameters as never)
  if (url === undefined) throw new Error(`There is no route named "${name}".`)
  return url
}

/** The longest pause after the first failure. It doubles with each further failure. */
const retryMs = 1000
const longestRetryMs = 30_000

class JoinedChannel implements LiveListener {
  readonly #url: string
  readonly #options: ChannelOptions<never, never>
  #watch: string | undefined
  #seat: Following | undefined
  #seatedAt = -Infinity
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOver = false

  constructor(url: string, options: ChannelOptions<never, never>) {
    this.#url = url
    this.#options = options
    void this.#ask()
  }

  leave(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    liveHub.follow(this, new Map())
  }

  onChange(changed: Readonly<Record<string, string>>): void {
    if (this.#watch !== undefined && this.#watch in changed) this.#askAgain()
  }

  onRefused(watches: readonly string[]): void {
    if (this.#watch !== undefined && watches.includes(this.#watch)) this.#askAgain()
  }

  /** Asks for another ticket. If the last ticket ended early, it waits first, because the next may end as early. */
  #askAgain(): void {
    this.#watch = undefined
    liveHub.follow(this, new Map())
    if (performance.now() - this.#seatedAt < longestRetryMs) return this.#askLater()
    this.#failures = 0
    void this.#ask()
  }

  onMessage(watch: string, message: unknown): void {
    // Sound: the server validated it with the channel's schema.
    if (watch === this.#watch) this.#options.onMessage?.(message as never)
  }

  onMembers(watch: string, here: Members): void {
    if (watch !== this.#watch) return
    if (this.#seat !== undefined) this.#seat.members = here
    // Sound: the server sends what `.presence()` has returned.
    this.#options.onMembers?.(here.members as never, here.count)
  }

  /** Asks the route for a ticket. The server sends messages of the meantime when the ticket is used. */
  async #ask(): Promise<void> {
    const answer = await askPlace(this.#url)
    if (this.#isOver) return
    if (typeof answer === 'object') return this.#sit(answer)
    if (isTemporary(answer)) return this.#askLater()
    this.leave()
    this.#options.onEnd?.(answer || 401)
  }

  #sit({ ticket, watch, position }: Place): void {
    const since = this.#seat?.since ?? position
    const shared = liveHub.findSeat(watch)
    this.#watch = watch
    this.#seat = shared ?? { ticket, since, isSeat: true }
    this.#seatedAt = performance.now()
    liveHub.follow(this, new Map([[watch, this.#seat]]))
    // The server lists the members only when a stream begins and when they change.
    if (shared?.members !== undefined) this.onMembers(watch, shared.members)
  }

  /** Asks again after a pause. The pause is partly random, because many tabs may have failed at the same time. */
  #askLater(): void {
    const longestMs = Math.min(retryMs * 2 ** this.#failures, longestRetryMs)
    this.#failures += 1
    this.#timer = setTimeout(() => void this.#ask(), longestMs * (0.5 + Math.random() / 2))
  }
}

/** Asks a channel's route for a place. Returns the status if it gives none, and 503 if there is no answer. */
async function askPlace(url: string): Promise<Place | number> {
  try {
    const headers = { accept: 'application/json', purpose: 'live' }
    const response = await fetch(url, { headers, cache: 'no-store', redirect: 'manual' })
    return response.ok ? await response.json() : response.status
  } catch {
    // The network or the server is down.
    return 503
  }
}

/** Whether the server is busy or failing. A redirect, whose status is 0, is not temporary: it leads to a login. */
function isTemporary(status: number): boolean {
  return status === 429 || status >= 500
}

interface Place {
  readonly ticket: string
  readonly watch: string
  readonly position: string
}
