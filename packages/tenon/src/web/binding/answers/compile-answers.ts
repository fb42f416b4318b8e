import { inspect } from 'node:util'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { Reply } from '../../http/reply.ts'
import { isRedirectStatus, redirectByMethod } from '../../http/redirect.ts'
import type { RouteSite } from '../../routing/handler.ts'
import { Answer, type Stated } from './answer.ts'
import { describeAnswers, type AnswerDescription } from './description.ts'
import { isMediaType } from './content.ts'
import { writeContent } from './writers/content.ts'
import { writeItems } from './writers/items.ts'
import { writeJson } from './writers/json.ts'
import { writeNothing } from './writers/write-nothing.ts'
import { writeRedirect } from './writers/redirect.ts'
import { different, type Returned, type Writer } from './writers/writer.ts'

/** Converts the result of a handler to the reply that it declares. */
export type ToAnswer = (result: unknown) => MaybePromise<Reply>

/**
 * Prepares the declared responses of one route, at boot. Throws `E_ANSWER_STATED` if they are not a
 * declaration. Fields that are not declared are not sent; if the site checks responses, they and any
 * other difference throw `E_ANSWER`.
 */
export function compileAnswers(stated: Stated, site: RouteSite): ToAnswer {
  const descriptions = describeStated(stated, site)
  const writers = new Map([...descriptions].map(([status, each]) => [status, toWriter(each, site)]))
  const statuses = [...writers.keys()]
  const single = onlyOf(statuses)
  const redirect = onlyOf(statuses.filter(isRedirectStatus))
  return (result) => {
    const returned = toReturned(result, single, redirect)
    if (returned === undefined) throw unsaid(site)
    const { status, reply } = returned
    const write = writers.get(status)
    if (write !== undefined) return write(returned)
    if (reply !== undefined && !site.checksAnswers) return reply
    throw different(site, `the status ${status} is not among ${statuses.join(', ')}`)
  }
}

function toWriter(description: AnswerDescription, site: RouteSite): Writer {
  if (description.kind === 'nothing') return writeNothing(site)
  if (description.kind === 'redirect') return writeRedirect(site)
  if (description.kind === 'content') return writeContent(description.mediaType, site)
  if (description.kind === 'items') return writeItems(description, site)
  return writeJson(description, site)
}

function onlyOf(statuses: readonly number[]): number | undefined {
  return statuses.length === 1 ? statuses[0] : undefined
}

/** A reply has its own status. `redirect()` without one takes the declared redirect, if there is only one. */
function toReturned(
  result: unknown,
  single: number | undefined,
  redirect: number | undefined,
): Returned | undefined {
  if (result instanceof Answer) {
    return { status: result.statusCode, value: result.value, reply: result }
  }
  if (result instanceof Reply) {
    const { statusCode } = result
    const status = statusCode === redirectByMethod && redirect !== undefined ? redirect : statusCode
    return { status, value: result, reply: result }
  }
  if (single === undefined) return undefined
  return { status: single, value: result ?? null, reply: undefined }
}

function describeStated(stated: Stated, site: RouteSite): ReadonlyMap<number, AnswerDescription> {
  const isStatement =
    (typeof stated === 'object' && stated !== null) || typeof stated === 'function'
  const descriptions = isStatement ? describeAnswers(stated) : new Map<number, AnswerDescription>()
  const isKnown = [...descriptions].every(
    ([status, each]) =>
      status >= 200 && status <= 599 && (each.kind !== 'content' || isMediaType(each.mediaType)),
  )
  if (isKnown && descriptions.size > 0) return descriptions
  throw new SetupError(
    'E_ANSWER_STATED',
    `The handler of "${site.pattern.path}" (${site.place.location}) declares ${inspect(stated, { depth: 0 })}. ` +
      'Declare a model, a schema, list(…), shape({ … }) or another word of tenon/answers, or these by status: { 201: Todo }.',
  )
}

function unsaid({ pattern, place }: RouteSite): SetupError {
  return new SetupError(
    'E_ANSWER',
    `The handler of "${pattern.path}" (${place.location}) declares several statuses. Return answer(status, value).`,
  )
}
