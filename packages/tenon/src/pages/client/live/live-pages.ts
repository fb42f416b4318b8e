import type { router, Page, PendingVisit } from '@inertiajs/core'
import type { Following, LiveListener } from './live-connection.ts'
import { liveHub } from './live-hub.ts'
import {
  completePage,
  includes,
  joinPositions,
  type LivePage,
  type LiveProp,
  withTickets,
} from './live-props.ts'

/*
 * Keeps the live props of the page that a tab shows. A prop is stale if a change was told that its
 * answer does not include. Stale props are asked for in one partial reload, which never runs beside a
 * visit of the user.
 */

/** The first change is asked for at once, the next ones after this time. */
const paceMs = 250
const longestPauseMs = 30_000

type Client = typeof router
type Timer = ReturnType<typeof setTimeout>

/** Follows the live props of the pages that a client shows, beginning with the last of those that it has shown. */
export class LivePages {
  readonly #client: Client
  #page: LivePage
  /** The position of the last change, by what has changed, with those before that are not shown yet. */
  readonly #told = new Map<string, string>()
  /** The visits of the user that are under way. */
  readonly #visits = new Set<string>()
  /** The names of refused tickets that are not asked for again yet. */
  readonly #refused = new Set<string>()
  #renewing: Timer | undefined
  #renewals = 0
  #renewedAt = -Infinity
  #cancel: (() => void) | undefined
  #askedAt = -Infinity
  #failures = 0
  #timer: Timer | undefined
  readonly #listener: LiveListener = {
    onChange: (changed) => this.#hear(changed),
    // After a logout nothing is reloaded: the page stays as it is until the user navigates.
    onRefused: (watches, isLoggedOut) => isLoggedOut || this.#renew(watches),
  }

  constructor(client: Client, shown: readonly Page[]) {
    this.#client = client
    const page = shown.reduce(withTickets)
    this.#page = page
    client.on('beforeUpdate', ({ detail }) => completePage(detail.page, this.#page))
    client.on('navigate', ({ detail }) => this.#show(detail.page))
    client.on('success', ({ detail }) => this.#show(detail.page))
    client.on('start', ({ detail }) => this.#begin(detail.visit))
    client.on('finish', ({ detail }) => this.#end(detail.visit))
    document.addEventListener('visibilitychange', () => this.#ask())
    this.#show(page)
  }

  #show(page: LivePage): void {
    // A part of the page may have been read before anything was there to complete it.
    this.#page = withTickets(this.#page, page)
    this.#forget()
    this.#follow()
    this.#ask()
  }

  #follow(): void {
    const following = new Map<string, Following>()
    for (const { ticket, watch, position } of Object.values(this.#page.liveProps ?? {})) {
      following.set(watch, { ticket, since: liveHub.since(watch) ?? position })
    }
    liveHub.follow(this.#listener, following)
  }

  /** Forgets changes of what neither the page nor the stream follows: what the page reads may change with each answer. */
  #forget(): void {
    const shown = new Set(Object.values(this.#page.liveProps ?? {}).map(({ watch }) => watch))
    for (const watch of this.#told.keys()) {
      // What the stream still follows is not told again to a page that comes back.
      if (!shown.has(watch) && liveHub.since(watch) === undefined) this.#told.delete(watch)
    }
  }

  #hear(changed: Readonly<Record<string, string>>): void {
    for (const [watch, position] of Object.entries(changed)) {
      const before = this.#told.get(watch)
      const isDue = this.#stale((prop) => prop.watch === watch && this.#isStale(prop)).length > 0
      const joined = before === undefined || !isDue ? position : joinPositions(before, position)
      this.#told.set(watch, joined)
    }
    this.#ask()
  }

  /** Asks for props whose tickets are refused: the answer has new ones. If they are refused too, it waits. */
  #renew(watches: readonly string[]): void {
    for (const watch of watches) this.#refused.add(watch)
    const waitMs = this.#renewedAt + longestPauseMs - performance.now()
    clearTimeout(this.#renewing)
    if (waitMs > 0) {
      this.#renewing = setTimeout(() => this.#renew([]), waitMs)
      return
    }
    this.#renewedAt = performance.now()
    this.#renewals += 1
    const refused = this.#stale(({ watch }) => this.#refused.has(watch))
    this.#refused.clear()
    for (const [, { watch }] of refused) this.#told.set(watch, `${expired}:${this.#renewals}`)
    this.#ask()
  }

  #stale(isStale: (prop: LiveProp) => boolean): readonly (readonly [string, LiveProp])[] {
    return Object.entries(this.#page.liveProps ?? {}).filter(([, prop]) => isStale(prop))
  }

  #isStale({ watch, position, seen }: LiveProp): boolean {
    const change = this.#told.get(watch)
    return change !== undefined && change !== seen && !includes(position, change)
  }

  /** Asks for what is stale, unless something else comes first; whatever that is calls this again. */
  #ask(): void {
    if (document.hidden || this.#visits.size > 0 || this.#cancel !== undefined) return
    const stale = this.#stale((prop) => this.#isStale(prop))
    if (stale.length === 0) return

    const pauseMs =
      this.#failures === 0 ? paceMs : Math.min(1000 * 2 ** this.#failures, longestPauseMs)
    const waitMs = this.#askedAt + pauseMs - performance.now()
    clearTimeout(this.#timer)
    if (waitMs > 0) this.#timer = setTimeout(() => this.#ask(), waitMs)
    else this.#reload(stale)
  }

  #reload(stale: readonly (readonly [string, LiveProp])[]): void {
    this.#askedAt = performance.now()
    const told = new Map(this.#told)
    let isAnswered = false
    this.#client.reload({
      only: stale.map(([path]) => path),
      headers: { Purpose: 'live' },
      preserveErrors: true,
      showProgress: false,
      onCancelToken: ({ cancel }) => {
        this.#cancel = cancel
      },
      onBeforeUpdate: (page) => {
        page.flash = this.#page.flash
        isAnswered = true
        this.#settle(page, stale, told)
      },
      // The page stays as it is, and asks again later.
      onHttpException: () => false,
      onNetworkError: () => false,
      onFinish: (visit) => {
        this.#cancel = undefined
        if (isAnswered) this.#failures = 0
        else if (!visit.cancelled && !visit.interrupted) this.#failures += 1
        this.#ask()
      },
    })
  }

  /** Notes that an answer includes the changes that were told before it was asked for. */
  #settle(
    page: LivePage,
    asked: readonly (readonly [string, LiveProp])[],
    told: ReadonlyMap<string, string>,
  ): void {
    const settled = { ...this.#page.liveProps, ...page.liveProps }
    for (const [path, { watch }] of asked) {
      const prop = settled[path]
      const seen = told.get(watch)
      if (prop !== undefined && seen !== undefined) settled[path] = { ...prop, seen }
    }
    page.liveProps = settled
  }

  /** A visit of the user comes first: its answer may be newer than ours. */
  #begin({ id, async, prefetch }: StartedVisit): void {
    if (async || prefetch) return
    this.#visits.add(id)
    this.#cancel?.()
  }

  #end({ id }: StartedVisit): void {
    if (this.#visits.delete(id)) this.#ask()
  }
}

/** A process that no position knows, whose changes are the tickets that have to be replaced. */
const expired = 'expired'

type StartedVisit = Pick<PendingVisit, 'id' | 'async' | 'prefetch'>
