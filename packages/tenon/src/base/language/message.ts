import type { GetICUArgs } from '@schummar/icu-type-parser'
import { compiledMessage, type CompiledText } from './compiled-message.ts'
import { compileText } from './compile-text.ts'
import type { DefaultLanguage, Language } from './languages.ts'

/** A message: call it with its arguments to get its text in the current language. */
export type Message<Arguments extends object> = (
  ...values: keyof Arguments extends never ? [] : [values: Readonly<Arguments>]
) => string

/** The texts of a message, one for each language of the application. */
export type MessageTexts = { readonly [Name in Language]: string }

/**
 * Declares a message: its text in each language of the application, in ICU syntax.
 *
 * `message({ en: '{count, plural, one {# ticket} other {# tickets}}', de: … })` is a function that
 * takes `{ count: 3 }`. The text of the default language defines the arguments. Dates are written in the
 * current time zone. Throws `E_MESSAGE_TEXT` for invalid syntax and for tags.
 */
/* @__NO_SIDE_EFFECTS__ */
export function message<const Texts extends MessageTexts>(
  texts: Texts & CheckedTexts<Texts>,
): Message<ArgumentsOf<ModelText<Texts>>> {
  const compiled = Object.entries<string>(texts).map(([name, text]): [string, CompiledText] => [
    name,
    compileText(text),
  ])
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- an application registers its own
  return compiledMessage(Object.fromEntries(compiled), Object.values<string>(texts)[0]) as Message<
    ArgumentsOf<ModelText<Texts>>
  >
}

/** The text that defines the arguments: that of the default language, or all texts if no languages are registered. */
// oxfmt-ignore
type ModelText<Texts extends MessageTexts> =
  (DefaultLanguage extends keyof Texts ? Texts[DefaultLanguage] : Texts[keyof Texts]) & string

// Look for a brace first: most texts have no arguments, and parsing costs the compiler more.
// oxfmt-ignore
type ArgumentsOf<Text extends string> =
  string extends Text ? Readonly<Record<string, MessageValue>> :
  Text extends `${string}{${string}` ? GetICUArgs<Text, ArgumentTypes> :
  {}

type MessageValue = string | number | Date

interface ArgumentTypes {
  readonly ICUArgument: string | number
  readonly ICUNumberArgument: number
  readonly ICUDateArgument: Date | number
}

/** Rejects arguments that the default language's text does not have, and languages that are not registered. */
type CheckedTexts<Texts extends MessageTexts> = {
  readonly [Name in keyof Texts]: Name extends Language
    ? CheckedText<Texts[Name], ModelText<Texts>>
    : MessageError<`The application does not have the language ${Name & string}`>
}

// oxfmt-ignore
type CheckedText<Text, Model extends string> =
  Text extends Model ? Text :
  Text extends `${string}{${string}` ? WithArguments<Text, Exclude<NamesOf<Text>, NamesOf<Model>>> :
  Text

// oxfmt-ignore
type NamesOf<Text extends string> = Text extends Text ? keyof ArgumentsOf<Text> & string : never

// oxfmt-ignore
type WithArguments<Text, Unknown extends string> =
  [Unknown] extends [never] ? Text :
  MessageError<`The text of the default language has no argument {${Unknown}}`>

/** A mistake in the texts of a message, as a sentence. */
export interface MessageError<Sentence extends string> {
  readonly error: Sentence
}
