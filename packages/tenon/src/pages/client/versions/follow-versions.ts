import type { Page, router } from '@inertiajs/core'

/**
 * Keeps the props of one build and the code of another apart, where the server does not: what history has, and what a
 * form is answered with.
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
 * Makes a document show its own page, if the page that history has for it is of another version. The client would show
 * that one, because the user came back; it only compares versions when it does not have to load a document.
 */
function forgetOtherVersion(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  const isBack =
    navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward'
  const state: unknown = isBack ? history.state : undefined
  if (!hasPage(state)) return
  const own = readVersion(document.querySelector('script[data-page]')?.textContent)
  // An encrypted page does not say its version.
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

/** Adds the errors of a form to the page that it is on, if its new props are for the code of another build. */
function keepProps(page: Page, shown: Page): void {
  if (toBuild(page) === toBuild(shown)) return
  const { flash, url, props } = page
  for (const name of Object.keys(page)) Reflect.deleteProperty(page, name)
  Object.assign(page, shown, { flash, url, props: { ...shown.props, errors: props.errors } })
  // They are there already, or on their way.
  delete page.deferredProps
}

/** The version of the files alone: that of a page may end with its language. */
function toBuild(page: Page & { readonly language?: string }): string | null {
  const { language, version } = page
  return language === undefined ? version : (version?.replace(`.${language}`, '') ?? null)
}
