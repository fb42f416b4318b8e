import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { toFitting, toMutated, type Schemas } from './arbitrary-value.ts'
import type { Answer, Document, Operation, Parameter } from './documented.ts'

/** A request to an operation. */
export interface Sent {
  readonly method: string
  readonly target: string
  /** What is sent as each parameter of the path and the query, in the order of the document. */
  readonly texts: readonly Texts[]
  readonly authorization: string
  /** JSON, or the texts of a form. */
  readonly body: unknown
}

/** A text, those of a list or of an object; `undefined` for a parameter that is left out. */
type Texts = string | readonly string[] | Readonly<Record<string, string>> | undefined

/** The keys of records that exist, by the names of their parameters. */
export type Keys = Readonly<Record<string, string | number>>

/** Requests that fit an operation, and such as differ in one place. */
export function toRequest(
  operation: Operation,
  { components: { schemas } }: Document,
  keys: Keys,
): Arbitrary<Sent> {
  const { method, path, parameters = [], requestBody } = operation
  const sent = parameters.filter(isSent)
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  const fitting = schema === undefined ? fc.constant(undefined) : toFitting(schema, schemas)
  return fc
    .record({
      values: fc.tuple(...sent.map((each) => toParameter(each, schemas, keys))),
      body:
        schema === undefined
          ? fitting
          : fc.oneof({ arbitrary: fitting, weight: 2 }, toMutated(fitting)),
      authorization: fc.oneof(
        { arbitrary: fc.constant('Bearer sesame'), weight: 5 },
        fc.constantFrom('', 'Bearer x'),
      ),
    })
    .map(({ values, body, authorization }) => {
      const texts = sent.map((each, i) => toTexts(each, values[i]))
      return {
        method,
        target: toTarget(path, sent, texts),
        texts,
        authorization,
        body: takesForm(operation) ? toFormTexts(body) : body,
      }
    })
}

/** Of the headers, only credentials are sent. */
export function isSent({ in: place }: Parameter): boolean {
  return place !== 'header'
}

/** The key of a record most often; `undefined` leaves a parameter of the query out. */
function toParameter(
  { name, in: place, schema }: Parameter,
  schemas: Schemas,
  keys: Keys,
): Arbitrary<unknown> {
  const key = keys[name]
  const text = toFitting(schema, schemas)
  const garbage = toMutated(text)
  if (place === 'query') return fc.oneof(text, text, fc.constant(undefined), garbage)
  return fc.oneof(
    { arbitrary: key === undefined ? text : fc.constant(key), weight: 6 },
    text,
    garbage,
  )
}

function toTexts({ in: place, style }: Parameter, value: unknown): Texts {
  // The rest of a path has no encoded slash, and another path altogether would be another operation.
  if (place === 'path')
    return toText(value)
      .replaceAll(/[/\\]/g, '-')
      .replace(/^\.{0,2}$/, '-')
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(toText)
  if (style !== 'deepObject' || typeof value !== 'object' || value === null) {
    return value === undefined ? undefined : toText(value)
  }
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  if (fields.length === 0) return undefined
  return Object.fromEntries(fields.map(([name, field]) => [name, toText(field)]))
}

/** Lone surrogates cannot be part of a URL, and long ones reach no route. */
function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.toWellFormed().slice(0, 1000)
}

function toTarget(path: string, parameters: readonly Parameter[], texts: readonly Texts[]): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const i = parameters.findIndex((each) => each.in === 'path' && each.name === name)
    // Sound: `toTexts` writes a single text for each part of the path.
    return encodeURIComponent(texts[i] as string)
  })
  const query = parameters.flatMap(({ in: place, name }, i) =>
    place === 'query' ? toPairs(name, texts[i]) : [],
  )
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** `tags[]=a&tags[]=b`, `filter[name]=a`. */
function toPairs(name: string, texts: Texts): readonly string[] {
  if (texts === undefined) return []
  if (typeof texts === 'string') return [`${name}=${encodeURIComponent(texts)}`]
  return Object.entries(texts).map(([key, text]) => {
    const place = Array.isArray(texts) ? name : `${name}[${encodeURIComponent(key)}]`
    return `${place}=${encodeURIComponent(text)}`
  })
}

/** Sends it to the operation of an application at this origin. */
export async function send(origin: string, operation: Operation, sent: Sent): Promise<Answer> {
  const { method, target, authorization, body } = sent
  const isForm = takesForm(operation)
  const response = await fetch(origin + target, {
    method,
    headers: {
      ...(authorization === '' ? {} : { authorization }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? toForm(body) : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Whether an operation takes a form and no JSON. */
export function takesForm({ requestBody }: Operation): boolean {
  return requestBody?.content['multipart/form-data'] !== undefined
}

function toFormTexts(body: unknown): Readonly<Record<string, string>> {
  const fields = Object.entries({ ...(body as object) }).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, toText(field)]))
}

function toForm(texts: unknown): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries<string>({ ...(texts as object) })) {
    form.append(name, name === 'file' ? new Blob([text]) : text)
  }
  return form
}
