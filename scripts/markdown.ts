/** A fenced code block of a page. */
export interface CodeBlock {
  /** The first word after the fence, such as `ts`. */
  readonly language: string
  /** The words after the language, such as `run`. */
  readonly marks: readonly string[]
  readonly text: string
  /** The line of the opening fence, counted from 1. */
  readonly line: number
}

/** A link or image of a page, as written. */
export interface Link {
  readonly target: string
  /** Counted from 1. */
  readonly line: number
}

const fence = /^( *)(`{3,}|~{3,})([^`\n]*)\n([\s\S]*?)^ *\2[`~]* *$/gm
const inlineLink = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/dg
const htmlLink = /<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)="([^"]+)"/dg

/** Finds the fenced blocks, without the indentation of their fences. */
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
  return placesOfLinks(prose).map(({ target, start }) => ({ target, line: lineAt(prose, start) }))
}

/** Writes the target of every link and image outside code again. */
export function replaceLinks(markdown: string, replace: (target: string) => string): string {
  let text = markdown
  for (const { target, start } of placesOfLinks(withoutCode(markdown)).toReversed()) {
    text = text.slice(0, start) + replace(target) + text.slice(start + target.length)
  }
  return text
}

/** The lines of the headings that begin a section, counted from 1. */
export function findSectionLines(markdown: string): readonly number[] {
  const prose = withoutCode(markdown)
  return [...prose.matchAll(/^## /gm)].map(({ index }) => lineAt(prose, index))
}

/** Returns the possible `#fragments` of a page: its headings, as GitHub converts them, and ids. */
export function findAnchors(markdown: string): ReadonlySet<string> {
  const prose = markdown.replaceAll(fence, '')
  const anchors = new Set([...prose.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, id = '']) => id))
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = toSlug(heading)
    anchors.add(anchors.has(slug) ? `${slug}-${countLike(anchors, slug)}` : slug)
  }
  return anchors
}

/** The name of a heading in a `#fragment`, as GitHub forms it. */
export function toSlug(heading: string): string {
  return heading
    .replaceAll(/\]\([^)]*\)/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

interface LinkPlace {
  readonly target: string
  /** Where the target begins. */
  readonly start: number
}

function placesOfLinks(prose: string): readonly LinkPlace[] {
  return [inlineLink, htmlLink]
    .flatMap((pattern) => [...prose.matchAll(pattern)])
    .map(({ 1: target = '', index, indices }) => ({ target, start: indices?.[1]?.[0] ?? index }))
    .toSorted((one, other) => one.start - other.start)
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
