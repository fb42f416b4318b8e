/*
 * A unified diff of two texts by lines, from their longest common subsequence. The table is quadratic,
 * which is fine for source files.
 */

/** A line of the diff: in both texts, or in one. */
interface DiffLine {
  readonly mark: ' ' | '-' | '+'
  readonly text: string
}

const context = 3

/** The changes that turn one text into the other, as `diff -u` prints them; empty if they are equal. */
export function toUnifiedDiff(path: string, from: string, to: string): string {
  const lines = align(toLines(from), toLines(to))
  const hunks = toHunks(lines)
  if (hunks.length === 0) return ''
  return [`--- ${path} (yours)`, `+++ ${path} (the kit's)`, ...hunks].join('\n')
}

function toLines(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n')
}

function align(from: readonly string[], to: readonly string[]): readonly DiffLine[] {
  const common = countCommon(from, to)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    const [removed, added] = [from[i], to[j]]
    if (removed !== undefined && removed === added) {
      lines.push({ mark: ' ', text: removed })
      i += 1
      j += 1
    } else if (removed !== undefined && at(common, i + 1, j) >= at(common, i, j + 1)) {
      lines.push({ mark: '-', text: removed })
      i += 1
    } else {
      lines.push({ mark: '+', text: added ?? '' })
      j += 1
    }
  }
  return lines
}

/** The length of the longest common subsequence of both texts, from each pair of lines to the ends. */
function countCommon(from: readonly string[], to: readonly string[]): readonly number[][] {
  const table = Array.from({ length: from.length + 1 }, () => Array<number>(to.length + 1).fill(0))
  for (let i = from.length - 1; i >= 0; i -= 1) {
    const row = table[i] ?? []
    for (let j = to.length - 1; j >= 0; j -= 1) {
      row[j] =
        from[i] === to[j]
          ? at(table, i + 1, j + 1) + 1
          : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  }
  return table
}

/** Returns -1 beyond the end of a text, where there is nothing to remove or to add. */
function at(table: readonly number[][], i: number, j: number): number {
  return table[i]?.[j] ?? -1
}

function toHunks(lines: readonly DiffLine[]): readonly string[] {
  const isNear = (_: DiffLine, index: number): boolean =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ mark }) => mark !== ' ')
  const near = lines.map(isNear)
  const hunks: string[] = []
  const numbers = { '-': 1, '+': 1 }
  for (const [index, { mark, text }] of lines.entries()) {
    if (near[index] === true) {
      if (near[index - 1] !== true) hunks.push(`@@ -${numbers['-']} +${numbers['+']} @@`)
      hunks.push(mark + text)
    }
    if (mark !== '+') numbers['-'] += 1
    if (mark !== '-') numbers['+'] += 1
  }
  return hunks
}
