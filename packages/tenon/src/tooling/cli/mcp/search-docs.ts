import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the package, or of the workspace while the framework itself is developed. */
const packageFolder = join(import.meta.dirname, '../../../..')

/** How many sections a search returns. */
const mostSections = 5

/** Finds the sections of the packaged documentation that contain most of the words. */
export function searchDocs(query: string, folder = packageFolder): string {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_.]{2,}/gu) ?? []
  const docs = join(folder, 'docs')
  if (!existsSync(docs)) return 'The documentation is not installed. Build the package.'
  const sections = globSync('**/*.md', { cwd: docs }).flatMap((page) =>
    toSections(page, readFileSync(join(docs, page), 'utf8')),
  )
  const found = sections
    .map((section) => ({ ...section, score: toScore(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostSections)
  if (found.length === 0) return `No page has the words of "${query}".`
  return found.map(({ page, text }) => `<!-- docs/${page} -->\n${text}`).join('\n\n')
}

interface DocSection {
  readonly page: string
  readonly heading: string
  readonly text: string
}

function toSections(page: string, markdown: string): readonly DocSection[] {
  return markdown.split(/^(?=#{1,3} )/m).map((text) => ({
    page,
    heading: `${page} ${text.slice(0, Math.max(text.indexOf('\n'), 0))}`.toLowerCase(),
    text: text.trim(),
  }))
}

/** A word in the heading counts more than a word in the text. */
function toScore({ heading, text }: DocSection, words: readonly string[]): number {
  const lower = text.toLowerCase()
  return words.reduce(
    (sum, word) => sum + (heading.includes(word) ? 3 : 0) + (lower.includes(word) ? 1 : 0),
    0,
  )
}
