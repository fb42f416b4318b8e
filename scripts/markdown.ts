/** A fenced block of a page. */
export interface CodeBlock {
  /** The first word after the fence, such as `ts`. */
  readonly language: string
  /** The words that follow the language, such as `run`. */
  readonly marks: readonly string[]
  readonly text: string
  /** The line of the opening fence, counted from 1. */
  readonly line: number
}

/** A link or image of a page, as it is written. */
export interface Link {
  readonly target: string
  /** Counted from 1. */
  readonly line: number
}

const fence = /^( *)(`{3,}|~{3,})([^`\n]*)\n([\s\S]*?)^ *\2[`~]* *$/gm
const inlineLink = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g
const htmlLink = /<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)="([^"]+)"/g

/** Finds the fenced blocks, each freed of the indentation of its fence. */
export function findCodeBlocks(markdown: string): readonly CodeBlock[] {
  return [...markdown.matchAll(fence)].map((match) => {
    const [, indent = '', , words = '', text = ''] = match
    const [language = '', ...marks] = words.trim().split(/\s+/)
    return { language, marks, text: dedent(text, indent), line: lineAt(markdown, match.index) }
  })
}

/** Finds links and images outside code. */
export function findLinks(markdown: string): readonly Link[] {
  const prose = withoutCode(markdown)
  return [inlineLink, htmlLink]
    .flatMap((pattern) => [...prose.matchAll(pattern)])
    .map((match) => ({ target: match[1] ?? '', line: lineAt(prose, match.index) }))
    .toSorted((one, other) => one.line - other.line)
}

/** The names that a `#fragment` may have on a page: of its headings, as GitHub forms them, and ids. */
export function findAnchors(markdown: string): ReadonlySet<string> {
  const prose = markdown.replaceAll(fence, '')
  const anchors = new Set([...prose.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, id = '']) => id))
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = toSlug(heading)
    anchors.add(anchors.has(slug) ? `${slug}-${countLike(anchors, slug)}` : slug)
  }
  return anchors
}

function toSlug(heading: string): string {
  return heading
    .replaceAll(/\]\([^)]*\)/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

function countLike(anchors: ReadonlySet<string>, slug: string): number {
  let count = 1
  while (anchors.has(`${slug}-${count}`)) count += 1
  return count
}

function withoutCode(markdown: string): string {
  return markdown
    .replaceAll(fence, (block) => block.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/`[^`\n]+`/g, (code) => ' '.repeat(code.length))
}

function dedent(text: string, indent: string): string {
  return indent === '' ? text : text.replaceAll(new RegExp(`^ {1,${indent.length}}`, 'gm'), '')
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
