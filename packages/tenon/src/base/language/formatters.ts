/** Creates formatters and caches them: creating one takes far longer than using it. */
export const formatters = {
  ofNumbers: remembered(
    (language: string, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(language, options),
  ),
  ofDates: remembered(
    (language: string, options?: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, options),
  ),
  ofRelativeTimes: remembered(
    (language: string, options?: Intl.RelativeTimeFormatOptions) =>
      new Intl.RelativeTimeFormat(language, options),
  ),
  ofPlurals: remembered(
    (language: string, options?: Intl.PluralRulesOptions) =>
      new Intl.PluralRules(language, options),
  ),
}

/** The most formatters of a kind in the cache. Each takes some kilobytes, and clients choose the time zone. */
const mostFormatters = 200

function remembered<Options extends object, Formatter>(
  make: (language: string, options?: Options) => Formatter,
): (language: string, options?: Options) => Formatter {
  const made = new Map<string, Formatter>()
  return (language, options) => {
    const key = options === undefined ? language : language + JSON.stringify(options)
    const known = made.get(key)
    if (known !== undefined) return known
    if (made.size >= mostFormatters) made.clear()
    const formatter = make(language, options)
    made.set(key, formatter)
    return formatter
  }
}
