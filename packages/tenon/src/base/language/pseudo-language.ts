/**
 * The language of tests: each message says its text of the default language, longer and in brackets. CLDR has
 * this tag for it. An application speaks it outside of production, when a cookie or `Accept-Language` asks for it.
 */
export const pseudoLanguage = 'en-XA'

/** `Close` is `⟦Cló́ósé́e⟧`: about 40 % longer, as texts in other languages may be, and higher. */
export function toPseudo(text: string): string {
  const longer = text.replaceAll(/(\{\w+\})|[aeiou]/gi, (part, placeholder?: string) =>
    placeholder === undefined ? `${part}\u0301${part}` : part,
  )
  return `⟦${longer}⟧`
}
