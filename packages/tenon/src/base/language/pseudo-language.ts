/**
 * The pseudo-language for tests: each message is its text in the default language, longer and in brackets. The tag is
 * from CLDR. Outside of production, an application uses it if a cookie or `Accept-Language` asks for it.
 */
export const pseudoLanguage = 'en-XA'

/** `Close` is `⟦Cló́ósé́e⟧`: about 40 % longer and taller, as translations may be. */
export function toPseudo(text: string): string {
  const longer = text.replaceAll(/(\{\w+\})|[aeiou]/gi, (part, placeholder?: string) =>
    placeholder === undefined ? `${part}\u0301${part}` : part,
  )
  return `⟦${longer}⟧`
}
