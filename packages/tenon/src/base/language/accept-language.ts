import Negotiator from 'negotiator'

/**
 * Chooses the language that suits an `Accept-Language` header best: `de-AT` gets `de`, and `pt` gets
 * `pt-BR`. `undefined` if none suits.
 */
export function acceptLanguage(
  header: string | undefined,
  languages: readonly string[],
): string | undefined {
  if (header === undefined) return undefined
  const wanted = new Negotiator({ headers: { 'accept-language': header } }).languages()
  for (const tag of wanted.slice(0, mostTags)) {
    const found = tag === '*' ? languages[0] : findLanguageOf(tag, languages)
    if (found !== undefined) return found
  }
  return undefined
}

const mostTags = 20

function findLanguageOf(tag: string, languages: readonly string[]): string | undefined {
  const wanted = tag.toLowerCase()
  const [base] = wanted.split('-', 1)
  const same = languages.find((each) => each.toLowerCase() === wanted)
  const general = languages.find((each) => each.toLowerCase() === base)
  return same ?? general ?? languages.find((each) => each.toLowerCase().split('-', 1)[0] === base)
}
