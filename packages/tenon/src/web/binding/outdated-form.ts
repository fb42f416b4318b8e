/**
 * Forms of pages that a deployment has changed. A tab that is still open sends the fields of the page it shows. If the
 * route has other fields by now, the schema would strip a renamed field, and its value would be lost without a word. Such
 * a form is refused; one whose fields still fit is accepted.
 */
import { Conflict, type ValidationFailed } from '../../base/support/http-error.ts'
import { toChoices, toFields, toParts, type FieldTypes } from '../body/fields/field-types.ts'
import { stateKey } from '../http/state-key.ts'

/** Whether a request sends the form of a page whose code is different in this build. */
export const outdatedPageKey = stateKey<boolean>('outdated page')

/** 409: a form of an outdated page has other fields than its route. A page client loads the page again. */
export class OutdatedForm extends Conflict {
  constructor() {
    super('This form has changed, so it was not sent: load the page again')
  }
}

/** Throws `OutdatedForm` if a value has a field that a JSON Schema does not describe, at any depth. */
export function assertKnownFields(sent: unknown, schema: FieldTypes): void {
  // The router reads this field.
  const fields = isPlain(sent) ? { ...sent, _method: undefined } : sent
  if (hasUnknown(fields, toChoices([schema], schema), schema)) throw new OutdatedForm()
}

/**
 * Throws `OutdatedForm` if an error is about a field that was not sent. A page that does not have the field could
 * neither show the error nor let the user correct it.
 */
export function assertSentErrors(sent: unknown, { errors }: ValidationFailed): void {
  const fields = Object.keys(errors).filter((name) => !aboutNoField.has(name))
  if (fields.some((name) => !isSent(sent, name.split('.')))) throw new OutdatedForm()
}

/** The errors about the whole input, and the number of errors beyond the limit. */
const aboutNoField: ReadonlySet<string> = new Set(['_', '_more'])

function hasUnknown(sent: unknown, types: readonly FieldTypes[], root: FieldTypes): boolean {
  if (Array.isArray(sent)) {
    const items = toChoices(toParts(types, 'items'), root)
    return items.length > 0 && sent.some((item) => hasUnknown(item, items, root))
  }
  if (!isPlain(sent)) return false
  return Object.entries(sent).some(
    ([name, value]) =>
      value !== undefined &&
      (!types.some((type) => knows(type, name)) ||
        hasUnknown(value, toChoices(toFields(types, name), root), root)),
  )
}

/** Whether an object of this type may have the field. A type that does not list its fields may have any. */
function knows(type: FieldTypes, name: string): boolean {
  const { type: kind, properties, additionalProperties = false, patternProperties } = type
  if (kind !== undefined && kind !== 'object') return false
  if (properties === undefined || patternProperties !== undefined) return true
  return additionalProperties !== false || Object.hasOwn(Object(properties), name)
}

function isSent(sent: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  if (typeof sent !== 'object' || sent === null) return true
  if (!Object.hasOwn(sent, name)) return false
  return isSent(Reflect.get(sent, name), rest)
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
