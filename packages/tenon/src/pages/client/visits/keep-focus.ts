import type { router } from '@inertiajs/core'

/**
 * Keeps the focus. Browsers take it from what is disabled or removed and do not return it, so that the keyboard and a
 * screen reader would start again at the top of the page, without a word.
 *
 * A button that is disabled while its form is sent gets it back, also after a dialog about a failure. If what had
 * the focus is gone, such as a link of the page before or a record that was deleted, the heading of the page gets it: its
 * `h1`, or else its `main`. Nothing happens if the user, or the application, has moved the focus meanwhile.
 */
export function keepFocus(client: typeof router): void {
  /** What had the focus when the last visit began: the body if nothing had it, null if another page is shown since. */
  let focused: HTMLElement | null = document.body
  const giveBack = (): void => {
    const { activeElement } = document
    if (activeElement !== document.body && isShown(activeElement)) return
    const target = isShown(focused) ? focused : findHeading()
    // It does nothing while the button is disabled.
    target?.focus({ preventScroll: true })
    if (document.activeElement === target) focused = document.body
  }
  // Every framework has shown the page then, and an application has moved the focus if it does that.
  const giveBackSoon = (): void => void setTimeout(giveBack)
  const enabled = new MutationObserver(giveBack)
  const remember = (): void => {
    focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body
    enabled.disconnect()
    enabled.observe(focused, { attributeFilter: ['disabled'] })
  }

  client.on('before', ({ detail: { visit } }) => {
    if (!visit.async && !visit.prefetch) remember()
  })
  client.on('finish', ({ detail: { visit } }) => {
    if (!visit.async && !visit.prefetch) giveBackSoon()
  })
  addEventListener('popstate', remember)
  // A dialog over the page, which gives the focus back to what may be gone, or was disabled when it opened.
  document.addEventListener('close', giveBackSoon, true)
  const stop = client.on('navigate', () => {
    // The page that the document has brought.
    stop()
    client.on('navigate', () => {
      // A telephone does not focus the link that is tapped.
      if (focused === document.body) focused = null
      giveBackSoon()
    })
  })
}

function isShown(element: Element | null): boolean {
  return element !== null && element.getClientRects().length > 0
}

function findHeading(): HTMLElement | null {
  const heading =
    document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main')
  if (heading?.hasAttribute('tabindex') === false) heading.tabIndex = -1
  return heading
}
