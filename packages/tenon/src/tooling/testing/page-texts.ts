/**
 * Lists the texts of a page that do not come from a message. Run it in the browser, on a page in the pseudo-language:
 * `await page.evaluate(untranslatedTexts)`. It leaves out code, elements with `translate="no"` or their own `lang`, and
 * the `known` texts: names, and texts that users have written.
 */
export function untranslatedTexts(known: readonly string[] = []): readonly string[] {
  // The function must contain everything it needs, because only its own source gets into the browser.
  // Sound: it runs in a browser, whose types this package does not have.
  const { document, getComputedStyle } = Reflect.get(Object(globalThis), 'window') as BrowserWindow
  const textNodes = 4
  const ignored = 'script, style, noscript, template, code, pre, kbd, [translate=no], body [lang]'
  const isInline = (element: BrowserElement): boolean =>
    getComputedStyle(element).display.startsWith('inline')
  const toBlock = (element: BrowserElement): BrowserElement => {
    let block = element
    while (isInline(block) && block.parentElement !== null) block = block.parentElement
    return block
  }
  // A message may be split into several nodes, such as for a part in bold.
  const blocks = new Map<BrowserElement, string>()
  const walker = document.createTreeWalker(document.body, textNodes)
  while (walker.nextNode() !== null) {
    const parent = walker.currentNode.parentElement
    if (parent === null || parent.closest(ignored) !== null) continue
    const block = toBlock(parent)
    blocks.set(block, (blocks.get(block) ?? '') + (walker.currentNode.nodeValue ?? ''))
  }
  const attributes = ['aria-label', 'placeholder', 'title', 'alt']
  const named = attributes.flatMap((name) =>
    Array.from(document.querySelectorAll(`[${name}]`))
      .filter((element) => element.closest(ignored) === null)
      .map((element) => element.getAttribute(name) ?? ''),
  )
  // The longest first: a name may be a part of another one.
  const longestFirst = known.toSorted((one, other) => other.length - one.length)
  const isUntranslated = (text: string): boolean => {
    let rest = longestFirst.reduce((left, each) => left.replaceAll(each, ''), text)
    while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
    return /\p{L}{2}/u.test(rest)
  }
  const all = [document.title, ...blocks.values(), ...named].map((text) => text.trim())
  return [...new Set(all.filter(isUntranslated))]
}

/**
 * Lists the texts of a page that stick out of their surroundings, or out of the window. Run it in the browser, on a
 * page in the pseudo-language, whose texts are about 40 % longer: `await page.evaluate(overflowingTexts)`.
 */
export function overflowingTexts(): readonly string[] {
  // Sound: as above.
  const { document, getComputedStyle } = Reflect.get(Object(globalThis), 'window') as BrowserWindow
  const textNodes = 4
  const found = new Set<string>()
  const sticksOut = (text: Box, box: Box): boolean =>
    text.left < box.left - 1 || text.right > box.right + 1
  const isCut = (element: BrowserElement, text: Box): boolean => {
    for (let box: BrowserElement | null = element; box !== null; box = box.parentElement) {
      const { display, overflowX, position, textOverflow } = getComputedStyle(box)
      const rect = box.getBoundingClientRect()
      // Such elements are only for screen readers.
      if (rect.width <= 1 || rect.height <= 1) return false
      // Its user scrolls to such a text, or sees that it goes on.
      if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') return false
      if (display !== 'inline' && sticksOut(text, rect)) return true
      if (/absolute|fixed/.test(position)) return false
    }
    return false
  }
  const walker = document.createTreeWalker(document.body, textNodes)
  while (walker.nextNode() !== null) {
    const { parentElement: parent, nodeValue } = walker.currentNode
    if (parent === null || (nodeValue ?? '').trim() === '') continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const rect = range.getBoundingClientRect()
    if (rect.width > 0 && isCut(parent, rect)) found.add((nodeValue ?? '').trim())
  }
  return [...found]
}

/** The parts of a browser that these functions use. */
interface BrowserWindow {
  readonly document: {
    readonly title: string
    readonly body: BrowserElement
    querySelectorAll(selector: string): Iterable<BrowserElement>
    createTreeWalker(
      root: BrowserElement,
      show: number,
    ): { readonly currentNode: BrowserNode; nextNode(): BrowserNode | null }
    createRange(): { selectNodeContents(node: BrowserNode): void; getBoundingClientRect(): Box }
  }
  readonly getComputedStyle: (element: BrowserElement) => {
    readonly display: string
    readonly overflowX: string
    readonly position: string
    readonly textOverflow: string
  }
}

interface BrowserNode {
  readonly nodeValue: string | null
  readonly parentElement: BrowserElement | null
}

interface BrowserElement extends BrowserNode {
  closest(selector: string): BrowserElement | null
  getAttribute(name: string): string | null
  getBoundingClientRect(): Box
}

interface Box {
  readonly left: number
  readonly right: number
  readonly width: number
  readonly height: number
}
