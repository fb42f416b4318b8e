import type { router } from '@inertiajs/core'

/**
 * Gives the focus back to a button that is disabled while its form is sent. Browsers take the focus from a disabled
 * button and do not return it, so that the keyboard and a screen reader would start again at the top of the page.
 */
export function keepFocus(client: typeof router): void {
  const enabled = new MutationObserver((changes) => {
    const button = changes.at(-1)?.target
    if (!(button instanceof HTMLButtonElement) || button.disabled) return
    enabled.disconnect()
    // Unless the user, or the application, has moved it meanwhile.
    if (document.activeElement === document.body) button.focus({ preventScroll: true })
  })
  client.on('before', () => {
    const button = document.activeElement
    if (!(button instanceof HTMLButtonElement)) return
    enabled.disconnect()
    enabled.observe(button, { attributeFilter: ['disabled'] })
  })
}
