import type { StandardSchemaV1 } from '@standard-schema/spec'
import { languageContexts, type LanguageContext } from '../../base/language/language-context.ts'
import { pseudoLanguage, toPseudo } from '../../base/language/pseudo-language.ts'
import type { SchemaLanguage } from '../../base/language/language-texts.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/**
 * Validates with a schema of zod, with messages in the current language. Returns `undefined` for any other
 * library, and in an application without `schemaLanguages`.
 *
 * Standard Schema has no way to name a language, and zod's own setting is one for the whole process. So this
 * calls zod itself, with an option of this one call.
 */
export function validateInLanguage<Output>(
  schema: StandardSchemaV1<unknown, Output>,
  input: unknown,
): MaybePromise<StandardSchemaV1.Result<Output>> | undefined {
  const context = languageContexts.get()
  const languages: Readonly<Record<string, SchemaLanguage | undefined>> | undefined =
    context?.texts.schemaLanguages
  if (languages === undefined || !isZod<Output>(schema)) return undefined
  // Look it up with the first problem: a response to valid input does not depend on the language.
  const findLanguage = (): SchemaLanguage | undefined =>
    context === undefined ? undefined : languages[context.language]
  const options: ParseOptions = { error: (issue) => findLanguage()?.localeError(issue) }
  try {
    return toResult(schema.safeParse(input, options), context)
  } catch {
    // The schema has asynchronous checks, or a check has thrown: then it throws again.
    const parsed = schema.safeParseAsync(input, options)
    return parsed.then((result) => toResult(result, context))
  }
}

interface ParseOptions {
  readonly error: (issue: never) => ReturnType<SchemaLanguage['localeError']>
}

interface ZodSchema<Output> {
  safeParse(input: unknown, options: ParseOptions): Parsed<Output>
  safeParseAsync(input: unknown, options: ParseOptions): Promise<Parsed<Output>>
}

type Parsed<Output> =
  | { readonly success: true; readonly data: Output }
  | { readonly success: false; readonly error: StandardSchemaV1.FailureResult }

function isZod<Output>(schema: object): schema is ZodSchema<Output> {
  return '_zod' in schema && 'safeParse' in schema && 'safeParseAsync' in schema
}

function toResult<Output>(
  parsed: Parsed<Output>,
  context: LanguageContext | undefined,
): StandardSchemaV1.Result<Output> {
  if (parsed.success) return { value: parsed.data }
  const { issues } = parsed.error
  return { issues: context?.language === pseudoLanguage ? issues.map(inPseudo) : issues }
}

/** zod does not have the pseudo-language. */
function inPseudo(issue: StandardSchemaV1.Issue): StandardSchemaV1.Issue {
  const isOurs = issue.message.startsWith(toPseudo('').charAt(0))
  return isOurs ? issue : { ...issue, message: toPseudo(issue.message) }
}
