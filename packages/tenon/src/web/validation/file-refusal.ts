import { toFieldLabel } from '../../base/language/words/field-label.ts'
import { sayOwn } from '../../base/language/words/own-words.ts'
import { PayloadTooLarge, ValidationFailed } from '../../base/support/http-error.ts'
import { toSizeText } from '../../base/support/size.ts'

interface Limited {
  /** The largest form. */
  readonly maxBytes: number | undefined
  /** The largest file of each field. */
  readonly fileLimits: ReadonlyMap<string, number>
}

/**
 * Returns what refuses a form that is too large: each field with a file says its limit. It is not known which file is too
 * large, because the form was not read. `undefined` if no limit of a field is known.
 */
export function toFileRefusal({
  maxBytes,
  fileLimits,
}: Limited): ((error: unknown) => never) | undefined {
  const limits = [...fileLimits].filter(([, bytes]) => Number.isFinite(bytes))
  if (limits.length === 0) return undefined
  return (error) => {
    // Another limit, such as that of its texts, is not about the files.
    const isWhole = error instanceof PayloadTooLarge && error.limitBytes === maxBytes
    throw isWhole ? new ValidationFailed(toMessages(limits), undefined, { cause: error }) : error
  }
}

function toMessages(limits: readonly (readonly [string, number])[]): Record<string, string> {
  const toMessage = (name: string, bytes: number): string =>
    sayOwn('The {field} must not be larger than {size}', {
      field: toFieldLabel(name),
      size: toSizeText(bytes),
    })
  return Object.fromEntries(limits.map(([name, bytes]) => [name, toMessage(name, bytes)]))
}
