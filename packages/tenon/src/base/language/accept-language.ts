import Negotiator from 'negotiator'

/**
 * Chooses the language that suits an `Accept-Language` header best: `de-AT` gets `de`, `pt` gets
 * `pt-BR`, and `zh-TW` gets `zh-Hant`. `undefined` if none suits.
 */
export function acceptLanguage(
  header: string | undefined,
  languages: readonly string[],
): string | undefined {
  if (header === undefined) return undefined
  const negotiator = new Negotiator({ headers: { 'accept-language': header } })
  for (const tag of negotiator.languages().slice(0, mostTags)) {
    const found = tag === '*' ? findAccepted(negotiator, languages) : findLanguageOf(tag, languages)
    if (found !== undefined) return found
  }
  return undefined
}

const mostTags = 20

/** The first language that the header does not refuse: `en;q=0, *` accepts every language except English. */
function findAccepted(negotiator: Negotiator, languages: readonly string[]): string | undefined {
  const accepted = negotiator.languages([...languages])
  return languages.find((each) => accepted.includes(each))
}

/** Among languages that differ only in region or script, prefers the visitor's script: `zh-TW` gets `zh-Hant`. */
function findLanguageOf(tag: string, languages: readonly string[]): string | undefined {
  const wanted = tag.toLowerCase()
  const same = languages.find((each) => each.toLowerCase() === wanted)
  if (same !== undefined) return same

  const base = baseOf(tag)
  const related = languages.filter((each) => baseOf(each) === base)
  const script = scriptOf(tag)
  const readable = related.filter((each) => scriptOf(each) === script)
  const best = readable.length === 0 ? related : readable
  return best.find((each) => each.toLowerCase() === base) ?? best[0]
}

function baseOf(tag: string): string {
  const base = tag.toLowerCase().split('-', 1)[0] ?? ''
  return sameLanguages.get(base) ?? base
}

/** Codes of the same language: the deprecated ones of CLDR, which old systems send, and Bokmål, which is `no` or `nb`. */
const sameLanguages: ReadonlyMap<string, string> = new Map([
  ['in', 'id'],
  ['iw', 'he'],
  ['ji', 'yi'],
  ['mo', 'ro'],
  ['nb', 'no'],
  ['tl', 'fil'],
])

/** `undefined` for an invalid tag: clients can send any text. */
function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script
  } catch {
    return undefined
  }
}
