/** Whether a language is written from the left to the right (`ltr`) or the other way, for `dir`. */
export function direction(language: string): 'ltr' | 'rtl' {
  const { script } = new Intl.Locale(language).maximize()
  return script !== undefined && rightToLeft.has(script) ? 'rtl' : 'ltr'
}

/** The codes of these scripts (ISO 15924). */
const rightToLeft: ReadonlySet<string> = new Set(
  'Adlm Arab Aran Hebr Mand Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
)
