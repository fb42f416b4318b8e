import type { router } from '@inertiajs/core'

/**
 * Keeps the focus. Browsers remove the focus from disabled and removed elements and do not return it. The keyboard and
 * a screen reader would then start again at the top of the page, without a notice.
 *
 * A button that is disabled while its form is sent gets the focus back, also after a dialog about a failure. If the
 * focused element is gone, such as a link of the page before or a deleted record, the page's heading gets the focus:
 * its `h1`, or else its `main`. Nothing happens if the user or the application has moved the focus in the meantime.
 */
export function keepFocus(client: typeof router): void {
  /** The focused element when the last visit began: the body if there was none; null if another page is shown since. */
  let focused: HTMLElement | null = document.body
  const giveBack = (): void => {
    const { activeElement } = document
    if (activeElement !== document.body && isShown(activeElement)) return
    const target = isShown(focused) ? focused : findHeading()
    // `focus()` has no effect while the button is disabled.
    target?.focus({ preventScroll: true })
    if (document.activeElement === target) focused = document.body
  }
  // After a timeout, every framework has shown the page, and the application has moved the focus if it wants to.
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
  // A closed dialog returns the focus to an element that may be gone, or was disabled when the dialog opened.
  document.addEventListener('close', giveBackSoon, true)
  const stop = client.on('navigate', () => {
    // Ignore the first page, which came with the document.
    stop()
    client.on('navigate', () => {
      // Phones do not focus a tapped link.
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
  if (heading === null || heading.hasAttribute('tabindex')) return heading
  heading.tabIndex = -1
  // After a key, browsers would draw the outline of a control around a text that the user cannot act on.
  heading.style.outline = 'none'
  return heading
}
