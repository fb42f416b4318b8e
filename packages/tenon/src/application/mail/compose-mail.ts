import type { HtmlToTextOptions } from 'html-to-text'
import { once } from '../../base/support/once.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** A mail's two bodies. */
export interface MailBodies {
  readonly html?: string
  readonly text: string
}

/** Writes the two bodies. Style sheets move into `style` attributes, because many mail programs read only those. */
export async function composeMail(markup: string): Promise<MailBodies> {
  const html = /<style[\s>]/i.test(markup) ? await inlineStyles(markup) : markup
  const { convert } = await loadHtmlToText()
  return { html, text: convert(markup, textOptions) }
}

const loadHtmlToText = once(() => import('html-to-text'))

const textOptions = {
  wordwrap: 76,
  selectors: [
    { selector: 'img', format: 'skip' },
    // The preview line that mail programs show beside the subject, as React Email marks it.
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
    { selector: 'table.data', format: 'dataTable' },
  ],
} satisfies HtmlToTextOptions

async function inlineStyles(markup: string): Promise<string> {
  const { default: juice } = await loadJuice()
  // Rules for narrow screens and dark mode cannot be inlined and stay in the style sheet.
  return juice(markup, { preserveImportant: true })
}

const loadJuice = once(async () => {
  try {
    return await import('juice')
  } catch (cause) {
    throw new SetupError(
      'E_MAIL_STYLES',
      'A mail has a <style> element, and the package that inlines it cannot be loaded. Run "npm install juice" where you build the application and build again, or write style attributes.',
      { cause },
    )
  }
})
