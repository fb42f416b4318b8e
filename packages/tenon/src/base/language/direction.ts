/** Returns the writing direction of a language, for the attribute `dir`. Throws a `RangeError` for an invalid tag. */
export function direction(language: string): 'ltr' | 'rtl' {
  const { script } = new Intl.Locale(language).maximize()
  return script !== undefined && rightToLeft.has(script) ? 'rtl' : 'ltr'
}

/** Right-to-left scripts (ISO 15924). */
const rightToLeft: ReadonlySet<string> = new Set(
  'Adlm Arab Aran Hebr Mand Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
)
