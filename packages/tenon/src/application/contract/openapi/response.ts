import type { AnswerDescription } from '../../../web/binding/answers/description.ts'
import type { ItemsType } from '../../../web/binding/answers/items.ts'
import { toAnswerSchema, type Writing } from './answer-schema.ts'

/** Describes a declared response: a Response Object of OpenAPI. */
export function toResponse(
  status: number,
  stated: AnswerDescription,
  writing: Writing,
): Readonly<Record<string, unknown>> {
  const description = toPhrase(status)
  if (stated.kind === 'nothing' || stated.kind === 'redirect') return { description }
  if (stated.kind === 'content') {
    return { description, content: { [stated.mediaType]: toContentSchema(stated.mediaType) } }
  }
  if (stated.kind === 'items') {
    const schema = toAnswerSchema(stated.item, writing)
    return {
      description: `${description} ${itemPhrases[stated.mediaType]}`,
      content: { [stated.mediaType]: { schema } },
    }
  }
  const schema = toAnswerSchema(stated, writing)
  return { description, content: { 'application/json': { schema } } }
}

/** OpenAPI 3.1 cannot describe the items of a stream; generators of clients would read the schema as a single value. */
const itemPhrases: Readonly<Record<ItemsType, string>> = {
  'application/x-ndjson': 'Each line is JSON of this schema.',
  'text/event-stream': 'The data of each event is JSON of this schema.',
}

/** JSON without a declared schema, or any media type, may be anything. Content that is not text is bytes. */
function toContentSchema(mediaType: string): object {
  if (mediaType.endsWith('json') || mediaType === '*/*') return {}
  const isText = mediaType.startsWith('text/')
  return { schema: { type: 'string', ...(isText ? {} : { format: 'binary' }) } }
}

/** The description of a response, which OpenAPI requires. */
export function toPhrase(status: number): string {
  return phrases[status] ?? (status < 400 ? `Status ${status}.` : 'The request was refused.')
}

const phrases: Readonly<Record<number, string>> = {
  200: 'The request succeeded.',
  201: 'A record was created.',
  202: 'The request was accepted and is processed later.',
  204: 'The request succeeded; there is no content.',
  301: 'The resource has moved permanently.',
  302: 'The response is elsewhere.',
  303: 'The request succeeded; its result is elsewhere.',
  304: 'Nothing has changed since the client asked last.',
  307: 'The resource is elsewhere for now.',
  308: 'The resource has moved permanently.',
  400: 'The request cannot be understood.',
  401: 'The request needs credentials.',
  403: 'The request is not allowed.',
  404: 'There is no such record.',
  409: 'The request conflicts with the current state.',
  412: 'The record is not in the state that the request expects.',
  413: 'The body is too large.',
  415: 'The media type of the body is not supported.',
  422: 'The input is invalid.',
  429: 'There were too many requests.',
  503: 'The service is temporarily unavailable.',
}
