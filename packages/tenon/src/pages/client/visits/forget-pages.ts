import type { ActiveVisit, Page, PendingVisit, router } from '@inertiajs/core'

/**
 * Forgets prefetched pages as soon as they may be old or made for another user: when a form is answered, such as a
 * login, and when the server clears the history at a logout. Also forgets a prefetched failure: a click would show it
 * although the server may be up again.
 */
export function forgetPrefetched(client: typeof router): void {
  /** The prefetches that were sent since pages were forgotten last. */
  const recent = new Set<string>()
  const forget = (): void => {
    recent.clear()
    client.flushAll()
  }
  client.on('start', ({ detail: { visit } }) => {
    if (visit.method === 'get') return
    // Sound: a visit has its callbacks when it starts. Forget before the new page is shown, because its links may
    // already prefetch for the new user.
    const started = visit as ActiveVisit
    const { onBeforeUpdate } = started
    started.onBeforeUpdate = (page) => {
      forget()
      onBeforeUpdate(page)
    }
  })
  client.on('beforeUpdate', ({ detail: { page } }) => {
    if (page.clearHistory) forget()
  })

  client.on('prefetching', ({ detail: { visit } }) => {
    recent.add(visit.id)
  })
  const isLeft = followClicks(client)
  client.on('prefetched', ({ detail: { response, visit } }) => {
    // Inertia cannot cancel a running prefetch. Turn its answer into that of another version, so that a waiting click
    // loads the document.
    if (!recent.delete(visit.id)) {
      response.status = 409
      response.headers = { 'x-inertia-location': visit.url.href, 'x-inertia-version': 'forgotten' }
    }
    if (isLeft(visit.id)) {
      response.status = 409
      response.headers = { 'x-inertia-location': nowhere }
    }
    // Inertia stores the answer right after this event, so flush afterwards.
    if (response.status >= 400) setTimeout(() => client.flushAll())
  })
}

/**
 * Follows the click that waits for a running prefetch. Returns whether the user has gone elsewhere since: Inertia would
 * show the prefetched page instead of the newer one. If the prefetch gets no answer, the page is asked for again, because
 * the click would show nothing.
 */
function followClicks(client: typeof router): (prefetch: string) => boolean {
  const running = new Map<string, string>()
  let clicked: { readonly prefetch: string; readonly visit: PendingVisit } | undefined
  const left = new Set<string>()
  const leave = (): void => {
    if (clicked !== undefined) left.add(clicked.prefetch)
    clicked = undefined
  }
  client.on('prefetching', ({ detail: { visit } }) => {
    running.set(visit.id, visit.url.href)
  })
  client.on('before', ({ detail: { visit } }) => {
    const [prefetch] = [...running].find(([, href]) => href === visit.url.href) ?? []
    if (prefetch === undefined || visit.method !== 'get' || visit.async) return
    clicked = { prefetch, visit }
    left.delete(prefetch)
  })
  client.on('start', ({ detail: { visit } }) => {
    if (!visit.async) leave()
  })
  addEventListener('popstate', leave)
  client.on('location', (event) => {
    if (event.detail.url.href === nowhere) event.preventDefault()
  })
  client.on('prefetched', ({ detail: { visit } }) => {
    if (clicked?.prefetch === visit.id) clicked = undefined
  })
  client.on('finish', ({ detail: { visit } }) => {
    running.delete(visit.id)
    left.delete(visit.id)
    if (clicked?.prefetch !== visit.id) return
    const unanswered = clicked.visit
    clicked = undefined
    client.visit(unanswered.url, unanswered)
  })
  return (prefetch) => left.has(prefetch)
}

/** Where the answer for a click leads that the user does not wait for any more. */
const nowhere = 'about:blank'

/**
 * Ignores an answer if it shows again a page that has been left since it was asked for, such as the answer to a poll, or
 * if it leads to another page although a later visit has led elsewhere. Inertia compares only the paths: it would show
 * the rows of one query at the address of another, and take the user back.
 */
export function forgetLatePages(client: typeof router): void {
  let shown: Page | undefined
  /** How often a page of another address was shown. */
  let changes = 0
  /** How many visits were sent, and which of them has led to another address last. */
  let sent = 0
  let leading = 0
  const show = (page: Page): void => {
    if (shown !== undefined && toAddress(page) !== toAddress(shown)) changes += 1
    shown = page
  }
  const update = (page: Page): void => {
    shown = page
  }
  client.on('beforeUpdate', ({ detail: { page } }) => show(page))
  // Only the first page and those of the history have no visit.
  client.on('navigate', ({ detail: { page, visitId } }) => (visitId ? update : show)(page))
  client.on('success', ({ detail: { page } }) => update(page))
  client.on('clientVisit', ({ detail: { page } }) => update(page))

  client.on('start', ({ detail: { visit } }) => {
    if (visit.prefetch) return
    // The deferred props of the first page are asked for before it is told.
    const from = shown === undefined ? location.pathname + location.search : toAddress(shown)
    const before = changes
    const number = (sent += 1)
    // Sound: a visit has its callbacks when it starts.
    const started = visit as ActiveVisit
    const { async, preserveUrl, onBeforeUpdate } = started
    const isSubmit = visit.method !== 'get'
    const isLate = (page: Page): boolean => {
      if (!async || (isSubmit && hasErrors(page))) return false
      const isOfLeft = changes !== before && (preserveUrl || toAddress(page) === from)
      return isOfLeft || (!isSubmit && number < leading)
    }
    started.onBeforeUpdate = (page) => {
      if (shown !== undefined && isLate(page)) {
        keep(shown, page, started)
        if (!isSubmit) return
      } else if (toAddress(page) !== from) leading = Math.max(leading, number)
      else if (async && changes === before) keepAddress(shown, page)
      onBeforeUpdate(page)
    }
  })
}

/**
 * Turns a page that is about to be shown into the shown one. Keeps of it what the server sends only once, and props that
 * the shown page still waits for.
 */
function keep(shown: Page, page: Page, visit: ActiveVisit): void {
  const { flash, clearHistory, component, props, rememberedState } = page
  const others = component === shown.component ? props : {}
  for (const name of Object.keys(page)) Reflect.deleteProperty(page, name)
  Object.assign(page, shown, { flash, clearHistory, rememberedState })
  page.props = { ...others, ...shown.props }
  // The deferred props have already arrived or are loading.
  delete page.deferredProps
  Object.assign(visit, { preserveScroll: true, preserveState: true })
}

/** Keeps the address of the shown page, which has set another one itself since. */
function keepAddress(shown: Page | undefined, page: Page): void {
  if (shown !== undefined && toAddress(shown) !== toAddress(page)) page.url = shown.url
}

function toAddress({ url }: Page): string {
  return url.split('#', 1)[0] ?? ''
}

function hasErrors({ props }: Page): boolean {
  return Object.keys(props.errors ?? {}).length > 0
}

/**
 * Keeps no page in the browser's history if a page asks for encryption and the browser cannot encrypt: it can only in a
 * secure context, which is https or localhost. Inertia would stop at the first such page. After the user goes back, the
 * client requests the page from the server, as it does for an encrypted page whose key is gone.
 */
export function omitFromHistory(client: typeof router): void {
  if (isSecureContext) return
  let isOmitting = false
  const note = (page: Partial<Page>): void => {
    if (page.encryptHistory !== true) return
    delete page.encryptHistory
    if (!isOmitting) warn()
    isOmitting = true
  }

  changeFirstPage(note)
  client.on('beforeUpdate', ({ detail: { page } }) => {
    note(page)
  })

  // Inertia has no event for all of its changes: it also stores pages with remembered input and scroll positions.
  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  const strip = (state: object | null): object | null =>
    isOmitting && state !== null ? { ...state, page: undefined } : state
  history.pushState = (state, ...rest) => push(strip(state), ...rest)
  history.replaceState = (state, ...rest) => replace(strip(state), ...rest)
}

/** Changes the page in the document, from which Inertia reads it later. */
function changeFirstPage(change: (page: Partial<Page>) => void): void {
  const element = document.querySelector('script[data-page]')
  if (!element?.textContent) return
  const page: Partial<Page> = JSON.parse(element.textContent)
  change(page)
  element.textContent = JSON.stringify(page)
}

function warn(): void {
  console.warn(
    `Pages are not kept in the history of this tab: ${location.origin} is not secure, so the browser cannot encrypt them. ` +
      'Going back loads a page again. Use https, or localhost.',
  )
}
