/** Binds the client's input, the query and the body, validated by their schemas. */
import type { FieldTypes } from '../body/fields/field-types.ts'
import { readQuery } from '../body/read-query.ts'
import type { HttpRequest } from '../http/request.ts'
import type { RouteSite } from '../routing/handler.ts'
import { InputAccepted, ValidationFailed } from '../../base/support/http-error.ts'
import { isPromise, whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { once } from '../../base/support/once.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toFileRefusal } from '../validation/file-refusal.ts'
import { hasFiles, toJsonSchema } from '../validation/to-json-schema.ts'
import {
  isModel,
  type Bindings,
  type BodyBinding,
  type Input,
  type QueryBinding,
  type Step,
} from './binding.ts'
import { assertKnownFields, assertSentErrors, outdatedPageKey } from './outdated-form.ts'
import type { ValidatedBody } from './validated-body.ts'

/** `check` runs once the body is valid. Throws `SetupError` if two bindings take the same part of the request. */
export function toInputSteps(
  bindings: Bindings,
  site: RouteSite,
  check: Step | undefined,
): readonly Step[] {
  const queries = Object.entries(bindings).flatMap(([name, binding]) =>
    !isModel(binding) && binding.kind === 'query'
      ? [{ name, step: toQueryStep(name, binding) }]
      : [],
  )
  const bodies = Object.entries(bindings).flatMap(([name, binding]) =>
    !isModel(binding) && binding.kind === 'body'
      ? [{ name, step: toBodyStep(name, binding, check) }]
      : [],
  )
  assertOne(queries, site, queryTwice)
  assertOne(bodies, site, bodyTwice)

  const [query, body] = [queries[0]?.step, bodies[0]?.step]
  if (query !== undefined && body !== undefined) return [toBoth(query, body), assertWanted]
  const step = query ?? body
  return step === undefined ? [] : [step, assertWanted]
}

function toQueryStep(name: string, binding: QueryBinding<unknown>): Step {
  return (input, request) => put(input, name, binding.validate(readQuery(request.target), request))
}

function toBodyStep(name: string, binding: BodyBinding<unknown>, check: Step | undefined): Step {
  const fields = once(() => toFieldTypes(binding))
  // Only a body with files needs them: any other can be sent as JSON. Until a file is chosen, page clients send the texts
  // of such a form as JSON.
  const typesOf = once(() => (hasFiles(fields()) ? fields() : undefined))
  const maxBytes = isValidated(binding) ? binding.maxBytes : undefined
  const refuse = isValidated(binding) ? toFileRefusal(binding) : undefined
  const validate = (sent: unknown, request: HttpRequest): MaybePromise<unknown> =>
    request.get(outdatedPageKey) === true
      ? validateFitting(binding, { sent, request, fields: fields() })
      : binding.validate(sent, request)
  const read: Step = (input, request) => {
    if (maxBytes !== undefined) request.body.limitTo(maxBytes)
    const sent = request.body.inputNow(typesOf)
    const isAboutFiles = refuse !== undefined && request.body.isMultipart
    const accepted = isAboutFiles && isPromise(sent) ? sent.catch(refuse) : sent
    return whenReady(accepted, (value) => put(input, name, validate(value, request)))
  }
  if (check === undefined) return read
  return async (input, request) => (await read(input, request)) ?? check(input, request)
}

interface SentForm {
  readonly sent: unknown
  readonly request: HttpRequest
  /** The fields of the form in this build. */
  readonly fields: FieldTypes
}

/** Validates the form of an outdated page. Throws `OutdatedForm` if its fields are not those of the schema. */
function validateFitting(
  binding: BodyBinding<unknown>,
  { sent, request, fields }: SentForm,
): MaybePromise<unknown> {
  assertKnownFields(sent, fields)
  return whenReady(binding.validate(sent, request), (value) => {
    if (value instanceof ValidationFailed) assertSentErrors(sent, value)
    return value
  })
}

/**
 * The types of a form's fields; without a schema, it may have any. They are written once, because that takes longer than
 * to validate a form, and any client can say that its page is outdated.
 */
function toFieldTypes(binding: BodyBinding<unknown>): FieldTypes {
  return isValidated(binding) ? toJsonSchema(binding.schema, 'input').schema : {}
}

function isValidated(binding: BodyBinding<unknown>): binding is ValidatedBody<unknown> {
  return 'schema' in binding
}

/** Validates both before reporting a failure, because the client may ask about fields of both. */
function toBoth(query: Step, body: Step): Step {
  return async (input, request) => {
    const failures = [
      await failureOf(query, input, request),
      await failureOf(body, input, request),
    ].filter((failure) => failure !== undefined)
    if (failures.length === 0) return undefined
    return new ValidationFailed(Object.assign({}, ...failures.map(({ errors }) => errors)))
  }
}

async function failureOf(
  step: Step,
  input: Input,
  request: HttpRequest,
): Promise<ValidationFailed | undefined> {
  try {
    return (await step(input, request)) ?? undefined
  } catch (error) {
    if (error instanceof ValidationFailed) return error
    throw error
  }
}

/** Stores a value in the input, immediately unless it is a promise; returns a failed validation. */
export function put(
  input: Input,
  name: string,
  value: unknown,
): MaybePromise<ValidationFailed | undefined> {
  if (isPromise(value)) return value.then((ready) => put(input, name, ready))
  if (value instanceof ValidationFailed) return value
  input[name] = value
  return undefined
}

/** Ends the request for a client that only asked whether its input is valid. */
function assertWanted(_input: Input, request: HttpRequest): void {
  if (request.header('precognition') === 'true') throw new InputAccepted()
}

/** The message about a handler that binds one part of the request twice. */
interface Twice {
  readonly code: 'E_BODY_BOUND_TWICE' | 'E_QUERY_BOUND_TWICE'
  readonly bound: string
  readonly remedy: string
}

const bodyTwice: Twice = {
  code: 'E_BODY_BOUND_TWICE',
  bound: 'bodies',
  remedy: 'A request has only one body: combine them into one request type.',
}

const queryTwice: Twice = {
  code: 'E_QUERY_BOUND_TWICE',
  bound: 'queries',
  remedy: 'A request has only one query: combine them into one query type.',
}

function assertOne(bound: readonly { name: string }[], site: RouteSite, twice: Twice): void {
  const [first, second] = bound
  if (first === undefined || second === undefined) return
  throw new SetupError(
    twice.code,
    `The handler of "${site.pattern.path}" (${site.place.location}) binds two ${twice.bound}, {${first.name}} and ` +
      `{${second.name}}. ${twice.remedy}`,
  )
}
