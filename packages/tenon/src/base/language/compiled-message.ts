import format from 'icu-minify/format'
import { findLanguage } from './current-language.ts'

/** A text as `compileText` makes it: plain, or the nodes of one with arguments. */
export type CompiledText = string | readonly unknown[]

/** The texts of a message by their languages, the default one first. */
export type CompiledTexts = Readonly<Record<string, CompiledText>>

/** The values of a message's arguments by their names. */
export type MessageValues = Readonly<Record<string, string | number | bigint | Date>>

/**
 * Makes the function of a message from texts that are compiled already. The build writes it instead
 * of `message`, so that browsers do not load the parser.
 */
/* @__NO_SIDE_EFFECTS__ */
export function compiledMessage(texts: CompiledTexts): (values?: MessageValues) => string {
  return (values) => {
    const wanted = findLanguage()
    const spoken = wanted !== undefined && Object.hasOwn(texts, wanted) ? wanted : firstOf(texts)
    return formatText(texts[spoken] ?? '', spoken, values)
  }
}

/** Fills the values into a text. Dates are written in UTC, so that server and browser agree. */
export function formatText(text: CompiledText, spoken: string, values?: MessageValues): string {
  if (typeof text === 'string') return text
  // Sound: the nodes come from the library's own compiler, and none of them is a tag.
  return format(text as Parameters<typeof format>[0], spoken, values as never, options) as string
}

function firstOf(texts: CompiledTexts): string {
  for (const language in texts) return language
  return 'en'
}

/** Making a formatter takes far longer than using it. */
function remembered<Options extends object, Formatter>(
  make: (language: string, options?: Options) => Formatter,
): (language: string, options?: Options) => Formatter {
  const made = new Map<string, Formatter>()
  return (language, options) => {
    const key = options === undefined ? language : language + JSON.stringify(options)
    const known = made.get(key) ?? make(language, options)
    made.set(key, known)
    return known
  }
}

const options = {
  timeZone: 'UTC',
  formatters: {
    getNumberFormat: remembered(
      (language: string, chosen?: Intl.NumberFormatOptions) =>
        new Intl.NumberFormat(language, chosen),
    ),
    getDateTimeFormat: remembered(
      (language: string, chosen?: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(language, chosen),
    ),
    getPluralRules: remembered(
      (language: string, chosen?: Intl.PluralRulesOptions) =>
        new Intl.PluralRules(language, chosen),
    ),
  },
}
