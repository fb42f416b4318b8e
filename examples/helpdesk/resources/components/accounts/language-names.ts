/** What a language calls itself: `Deutsch`. */
export function nameOf(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
