import format from 'icu-minify/format'
import { findLanguage, languageSources, marksMissing } from './current-language.ts'
import { timeZone } from './current-time-zone.ts'
import { formatters } from './formatters.ts'
import { pseudoLanguage, toPseudo } from './pseudo-language.ts'

/** The result of `compileText`: plain text, or nodes if the text has arguments. */
export type CompiledText = string | readonly unknown[]

/** The texts of a message by their languages, the default one first. */
export type CompiledTexts = Readonly<Record<string, CompiledText>>

/** The values of a message's arguments by their names. */
export type MessageValues = Readonly<Record<string, string | number | bigint | Date>>

/**
 * Creates the function of a message from compiled texts. The build writes it instead of `message`, so that
 * browsers do not load the parser. `source` identifies the message if a text is missing. The build leaves it out,
 * and the compiled text identifies the message.
 */
/* @__NO_SIDE_EFFECTS__ */
export function compiledMessage(
  texts: CompiledTexts,
  source?: string,
): (values?: MessageValues) => string {
  return (values) => {
    const wanted = findLanguage()
    const isThere = wanted !== undefined && Object.hasOwn(texts, wanted)
    const chosen = isThere ? wanted : firstOf(texts)
    const text = texts[chosen] ?? ''
    const said = formatText(text, chosen, values)
    if (isThere || wanted === undefined) return said
    if (wanted === pseudoLanguage) return toPseudo(said)
    languageSources.onMissing?.({ text: source ?? nameOf(text), language: wanted })
    return marksMissing() ? `⚠ ${said}` : said
  }
}

/** Fills the values into a text. Dates are written in the current time zone. */
function formatText(text: CompiledText, chosen: string, values?: MessageValues): string {
  if (typeof text === 'string') return text
  // Sound: the nodes come from the library's own compiler, and none of them is a tag.
  return format(text as Parameters<typeof format>[0], chosen, values as never, options) as string
}

/** Without the values, which may be personal data. */
function nameOf(text: CompiledText): string {
  return typeof text === 'string' ? text : JSON.stringify(text)
}

function firstOf(texts: CompiledTexts): string {
  for (const language in texts) return language
  return 'en'
}

const options = {
  // A getter, because each call has its own time zone.
  get timeZone() {
    return timeZone()
  },
  formatters: {
    getNumberFormat: formatters.ofNumbers,
    getDateTimeFormat: formatters.ofDates,
    getPluralRules: formatters.ofPlurals,
  },
}
