import type { ClientWord } from '../../base/language/words/own-word.ts'
import type { Failure } from './failure.ts'
import { say } from './say.ts'

/**
 * Shows a failure in a dialog over the page, so that typed input stays. All styles of the application for
 * dialogs and buttons override those of the dialog.
 */
export function showFailure(failure: Failure, nonce: string | undefined): void {
  document.querySelector(`.${name}`)?.remove()
  const dialog = document.createElement('dialog')
  dialog.className = name
  dialog.setAttribute('aria-labelledby', `${name}-message`)
  dialog.append(toStyle(nonce), ...toContent(failure), ...toButtons(dialog, failure))
  // Use the color scheme of the covered element: an application may have set it there and not for the whole document.
  const covered = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body
  dialog.style.colorScheme = getComputedStyle(covered).colorScheme
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

const name = 'tenon-failure'

function toContent({
  status,
  message,
  errors,
  requestId,
  hasInput,
  lost,
}: Failure): readonly Node[] {
  const advice = toAdvice(isGone(status), hasInput)
  const heading = toElement('h2', message)
  heading.id = `${name}-message`
  return [
    heading,
    ...Object.entries(errors)
      .filter(([field]) => field !== '_error')
      .map(([, text]) => toElement('p', text)),
    ...(lost === undefined ? [] : toLost(lost)),
    ...(advice === undefined ? [] : [toElement('p', say(advice))]),
    ...(requestId === undefined ? [] : [toElement('code', requestId)]),
  ]
}

/** What was typed into fields that are gone, to copy from. */
function toLost(lost: Readonly<Record<string, string>>): readonly Node[] {
  const texts = Object.values(lost)
  if (texts.length === 0) return []
  return [
    toElement('p', say('These entries have no field any more:')),
    ...texts.map((text) => toElement('pre', text)),
  ]
}

/** The advice below the message. If the record is gone, trying again does not help. */
// oxfmt-ignore
function toAdvice(gone: boolean, hasInput: boolean): ClientWord | undefined {
  if (!gone) return hasInput ? 'The page is still as you left it.' : undefined
  return hasInput
    ? 'It may have been deleted meanwhile. The page is still as you left it: copy what you need, then reload.'
    : 'It may have been deleted meanwhile.'
}

function isGone(status: number | undefined): boolean {
  return status === 404 || status === 410
}

/**
 * Offers to reload the page if the record is gone or was changed: the list then shows the current records, and a page
 * of a missing record shows that it is gone, with a link back.
 */
function toButtons(dialog: HTMLDialogElement, { status, lost }: Failure): readonly HTMLElement[] {
  const close = toButton(say('Close'), () => dialog.close())
  // An outdated form has already been loaded again.
  return isGone(status) || (status === 409 && lost === undefined)
    ? [close, toButton(say('Reload the page'), () => location.reload())]
    : [close]
}

function toButton(text: string, act: () => void): HTMLElement {
  const button = toElement('button', text)
  button.addEventListener('click', act)
  return button
}

function toElement(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

/** The dialog's style, with the nonce that the document's content security policy requires. */
function toStyle(nonce: string | undefined): HTMLElement {
  const style = document.createElement('style')
  if (nonce !== undefined) style.nonce = nonce
  style.textContent = look
  return style
}

// A margin and a weight are stated, because Tailwind and other resets take them from all elements.
const look = `
:where(.${name}) { margin: auto; box-sizing: border-box; width: min(26rem, calc(100vw - 2.5rem)); padding: 1.5rem; border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas);
  border-radius: 0.75rem; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif }
:where(.${name})::backdrop { background: rgb(0 0 0 / 50%) }
:where(.${name} h2) { margin: 0 0 0.5rem; font-size: 1.25rem; font-weight: 700; line-height: 1.3; overflow-wrap: anywhere }
:where(.${name} p) { margin: 0 0 0.5rem }
:where(.${name} pre) { margin: 0 0 0.5rem; max-height: 10rem; overflow: auto; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
:where(.${name} code) { display: block; margin-bottom: 0.5rem; font-size: 0.8125rem; opacity: 0.7 }
:where(.${name} button) { margin: 0.5rem 0 0; margin-inline-end: 0.5rem; padding: 0.375rem 1rem; border: 1px solid color-mix(in srgb, CanvasText 30%, Canvas);
  border-radius: 0.5rem; background: Canvas; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
`
