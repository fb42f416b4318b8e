/** The plural of an English word in lower case: `post` → `posts`. */
export function toPlural(word: string): string {
  const irregular = irregulars.get(word)
  if (irregular !== undefined) return irregular
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

/** The singular of an English word in lower case; a word that is singular stays as it is. */
export function toSingular(word: string): string {
  const irregular = irregularPlurals.get(word)
  if (irregular !== undefined) return irregular
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh|status|alias|bus|campus|bonus|gas|lens|virus)es$/.test(word)) {
    return word.slice(0, -2)
  }
  return /[^s]s$/.test(word) && !/(?:us|is)$/.test(word) ? word.slice(0, -1) : word
}

const uncountables = 'data equipment information media news series sheep species staff'.split(' ')

const irregulars: ReadonlyMap<string, string> = new Map([
  ['analysis', 'analyses'],
  ['axis', 'axes'],
  ['child', 'children'],
  ['crisis', 'crises'],
  ['half', 'halves'],
  ['leaf', 'leaves'],
  ['man', 'men'],
  ['mouse', 'mice'],
  ['person', 'people'],
  ['quiz', 'quizzes'],
  ['shelf', 'shelves'],
  ['thesis', 'theses'],
  ['tooth', 'teeth'],
  ['wolf', 'wolves'],
  ['woman', 'women'],
  ...uncountables.map((word) => [word, word] as const),
])

const irregularPlurals: ReadonlyMap<string, string> = new Map([
  ...[...irregulars].map(([singular, plural]) => [plural, singular] as const),
  ['caches', 'cache'],
  ['cookies', 'cookie'],
  ['lens', 'lens'],
  ['gas', 'gas'],
  ['movies', 'movie'],
])
