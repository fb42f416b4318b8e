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
  if (/(?:ss|x|ch|sh|tz|zz)es$/.test(word) || isOfSibilant.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) && !/(?:us|is)$/.test(word) ? word.slice(0, -1) : word
}

/** The plurals of words in -s; those of other words, such as `houses`, end alike. */
const isOfSibilant =
  /(?:alias|apparatus|atlas|bias|bonus|bus|campus|canvas|census|corpus|gas|genius|iris|lens|status|virus)es$/

const uncountables = 'data equipment information media news series sheep species staff'.split(' ')

const irregulars: ReadonlyMap<string, string> = new Map([
  ['analysis', 'analyses'],
  ['axis', 'axes'],
  ['calf', 'calves'],
  ['child', 'children'],
  ['crisis', 'crises'],
  ['criterion', 'criteria'],
  ['diagnosis', 'diagnoses'],
  ['echo', 'echoes'],
  ['embargo', 'embargoes'],
  ['foot', 'feet'],
  ['goose', 'geese'],
  ['grandchild', 'grandchildren'],
  ['half', 'halves'],
  ['hero', 'heroes'],
  ['hypothesis', 'hypotheses'],
  ['knife', 'knives'],
  ['leaf', 'leaves'],
  ['life', 'lives'],
  ['loaf', 'loaves'],
  ['man', 'men'],
  ['mouse', 'mice'],
  ['oasis', 'oases'],
  ['parenthesis', 'parentheses'],
  ['person', 'people'],
  ['phenomenon', 'phenomena'],
  ['potato', 'potatoes'],
  ['quiz', 'quizzes'],
  ['salesman', 'salesmen'],
  ['shelf', 'shelves'],
  ['synopsis', 'synopses'],
  ['thesis', 'theses'],
  ['thief', 'thieves'],
  ['tomato', 'tomatoes'],
  ['tooth', 'teeth'],
  ['torpedo', 'torpedoes'],
  ['veto', 'vetoes'],
  ['wife', 'wives'],
  ['wolf', 'wolves'],
  ['woman', 'women'],
  ...uncountables.map((word) => [word, word] as const),
])

/** Words whose plural is regular, but looks as if it were that of another word. */
const lookalikes =
  'avalanche brownie cache calorie cookie headache hoodie movie niche pie rookie selfie smoothie tie zombie'.split(
    ' ',
  )

/** Words that end as a plural does. */
const singulars = 'alias atlas bias canvas gas lens'.split(' ')

const irregularPlurals: ReadonlyMap<string, string> = new Map([
  ...[...irregulars].map(([singular, plural]) => [plural, singular] as const),
  ...lookalikes.map((word) => [toPlural(word), word] as const),
  ...singulars.map((word) => [word, word] as const),
])
