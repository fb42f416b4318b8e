/** Finds the candidate with the smallest edit distance from `word`, if it is close enough. */
export function findNearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: countEdits(word, candidate) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best !== undefined && best.distance <= Math.max(2, word.length / 2)
    ? best.candidate
    : undefined
}

/** Formats the message for an unknown name: suggests the closest match, or the command that lists all names. */
export function toUnknown(
  kind: string,
  name: string,
  known: readonly string[],
  help = 'help',
): string {
  const nearest = findNearest(name, known)
  const hint = nearest === undefined ? `Run "${help}" for the list.` : `Did you mean "${nearest}"?`
  return `Unknown ${kind} "${name}". ${hint}`
}

/** Counts the edits between two words: the Levenshtein distance, row by row. */
export function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
