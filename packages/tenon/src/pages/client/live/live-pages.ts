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
 * Keeps the live props of a tab's page up to date. A prop is stale if the server reported a change that the
 * prop's value does not include. One partial reload loads all stale props. It never runs during a visit of
 * the user.
 */

/** After the first change, props are reloaded at once; after that, at most once in this time. */
const paceMs = 250
const longestPauseMs = 30_000

type Client = typeof router
type Timer = ReturnType<typeof setTimeout>

/** Follows the live props of the pages that a client shows, beginning with the last page that it has shown. */
export class LivePages {
  readonly #client: Client
  #page: LivePage
  /** The position of the last change by watch, joined with the positions of earlier changes that are not shown yet. */
  readonly #told = new Map<string, string>()
  /** The running visits of the user. */
  readonly #visits = new Set<string>()
  /** The names of rejected tickets whose props are not reloaded yet. */
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
    // A partial answer may have arrived before this object could complete it.
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

  /** Forgets changes of watches that neither the page nor the stream follows. Each answer may have new watches. */
  #forget(): void {
    const shown = new Set(Object.values(this.#page.liveProps ?? {}).map(({ watch }) => watch))
    for (const watch of this.#told.keys()) {
      // Keep changes that the stream still follows, because the server will not report them again.
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

  /**
   * Reloads props whose tickets were rejected, to get new tickets. If these are rejected too, waits before it tries
   * again.
   */
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

  /** Reloads stale props, unless the tab is hidden or another request runs. The end of that state calls this again. */
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
      // Ignore failures: the page stays as it is, and the props are reloaded later.
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

  /** Records that an answer includes the changes that were reported before its request. */
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

  /** Cancels the reload when the user begins a visit, because the answer of the visit may be newer. */
  #begin({ id, async, prefetch }: StartedVisit): void {
    if (async || prefetch) return
    this.#visits.add(id)
    this.#cancel?.()
  }

  #end({ id }: StartedVisit): void {
    if (this.#visits.delete(id)) this.#ask()
  }
}

/** The name of an imaginary process. A "change" by it makes props stale whose tickets have to be replaced. */
const expired = 'expired'

type StartedVisit = Pick<PendingVisit, 'id' | 'async' | 'prefetch'>
