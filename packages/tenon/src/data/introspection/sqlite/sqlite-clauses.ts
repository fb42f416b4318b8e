import { comment, plain, quoted } from '../../columns/written/sql-text.ts'

const tokens = new RegExp(`${quoted}|${comment}|${plain}|[()]`, 'g')

/** The expressions in parentheses after a keyword, as in `check (…)` or `as (…)`. */
export function clausesAfter(keyword: string, definition: string): string[] {
  const found: string[] = []
  let depth = 0
  let previous = ''
  let start: number | undefined

  for (const { 0: token, index } of definition.matchAll(tokens)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue
    if (token === '(') {
      if (depth === 0 && previous.toLowerCase() === keyword) start = index + 1
      depth += 1
    }
    if (token === ')') depth -= 1
    if (token === ')' && depth === 0 && start !== undefined) {
      found.push(definition.slice(start, index).trim())
      start = undefined
    }
    previous = token
  }
  return found
}
