import type { ActiveVisit, Page, router } from '@inertiajs/core'

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
