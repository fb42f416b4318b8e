import type { MarkdownRenderer } from 'vitepress'

/** Shows `{{ … }}` in a text: the pages are plain Markdown and hold no expressions of Vue. */
export function plainBraces(markdown: MarkdownRenderer): void {
  const { text, code_inline: code } = markdown.renderer.rules
  if (text === undefined || code === undefined) return
  markdown.renderer.rules.text = (...args) => escapeBraces(text(...args))
  markdown.renderer.rules.code_inline = (...args) => escapeBraces(code(...args))
}

/** Makes an empty header of a table an empty cell, which a screen reader does not announce. */
export function emptyHeaders(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('empty-headers', ({ tokens }) => {
    for (const [i, token] of tokens.entries()) {
      const isEmpty = token.type === 'th_open' && tokens[i + 1]?.content === ''
      if (isEmpty) token.tag = 'td'
      const close = isEmpty ? tokens[i + 2] : undefined
      if (close !== undefined) close.tag = 'td'
    }
  })
}

/** Highlights each block of code once: pages and the index of the search both render it. */
export function highlightOnce(markdown: MarkdownRenderer): void {
  const { highlight } = markdown.options
  if (!highlight) return
  const known = new Map<string, string>()
  markdown.options.highlight = (...block) => {
    const key = block.join('\n')
    const html = known.get(key) ?? highlight(...block)
    known.set(key, html)
    return html
  }
}

function escapeBraces(html: string): string {
  return html.replaceAll('{{', '&#123;&#123;')
}
