import type { http, HttpResponse, Page, router } from '@inertiajs/core'

/**
 * Prevents the props of one build from being used with the code of another, in the two cases that the server does not
 * prevent: pages from the browser's history, and answers to forms.
 */
export function followVersions(client: typeof router): void {
  forgetOtherVersion()
  let shown: Page | undefined
  client.on('navigate', ({ detail: { page } }) => {
    shown = page
  })
  client.on('beforeUpdate', ({ detail: { page } }) => {
    if (shown !== undefined && page.component === shown.component) keepProps(page, shown)
    shown = page
  })
}

/**
 * Loads the page of a form again if a deployment has changed the fields of the form, so that the server has refused it.
 * `leaveTyped` keeps the typed input for the new page.
 */
export function followOutdated(
  client: typeof router,
  requests: typeof http,
  leaveTyped: () => void,
): void {
  let component: string | undefined
  let isOutdated = false
  client.on('navigate', ({ detail: { page } }) => {
    component = page.component
  })
  client.on('before', ({ detail: { visit } }) => {
    // The server accepts each form of a page whose code is the same in both builds.
    if (visit.method !== 'get') Object.assign(visit.headers, toComponentHeader(component))
  })
  requests.onError((error) => {
    if (!('response' in error) || !isRefused(error.response)) return
    isOutdated = true
    leaveTyped()
  })
  client.on('location', (event) => {
    if (!isOutdated) return
    isOutdated = false
    // Inertia would ignore it for an asynchronous visit.
    event.preventDefault()
    const { pathname, search, href } = event.detail.url
    if (pathname + search === location.pathname + location.search) location.reload()
    else location.href = href
  })
}

/**
 * The header with the page of a form. Without it, the server compares the fields of the form: browsers throw for a header
 * with letters such as those of Cyrillic, and the form would not be sent.
 */
export function toComponentHeader(component: string | undefined): Readonly<Record<string, string>> {
  return component !== undefined && /^[\x20-\x7e]*$/.test(component)
    ? { 'X-Form-Component': component }
    : {}
}

/**
 * Makes a document show its own page, if the page in the browser's history has another version. Without this, Inertia
 * would show the page from history after the user goes back, without comparing versions.
 */
function forgetOtherVersion(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  const isBack =
    navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward'
  const state: unknown = isBack ? history.state : undefined
  if (!hasPage(state)) return
  const own = readVersion(document.querySelector('script[data-page]')?.textContent)
  // The version of an encrypted page cannot be read.
  if (own === undefined || readVersion(state.page) === own) return
  history.replaceState({ ...state, page: undefined }, '')
}

function hasPage(state: unknown): state is { readonly page: unknown } {
  return typeof state === 'object' && state !== null && 'page' in state && state.page !== undefined
}

function readVersion(page: unknown): unknown {
  const value: unknown = typeof page === 'string' ? JSON.parse(page) : page
  return typeof value === 'object' && value !== null && 'version' in value
    ? value.version
    : undefined
}

/** Keeps the shown page if the new one is of another build, and only adds the errors of the form. */
function keepProps(page: Page, shown: Page): void {
  if (toBuild(page) === toBuild(shown)) return
  const { flash, url, props } = page
  for (const name of Object.keys(page)) Reflect.deleteProperty(page, name)
  Object.assign(page, shown, { flash, url, props: { ...shown.props, errors: props.errors } })
  // The deferred props have already arrived or are loading.
  delete page.deferredProps
}

/** The version of the files, without the language with which a page's version may end. */
function toBuild(page: Page & { readonly language?: string }): string | null {
  const { language, version } = page
  return language === undefined ? version : (version?.replace(`.${language}`, '') ?? null)
}

function isRefused({ status, headers }: HttpResponse): boolean {
  return status === 409 && headers['x-form-outdated'] !== undefined
}
