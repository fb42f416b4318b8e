import { inspect } from 'node:util'
import { whenReady, type MaybePromise } from '../../../base/support/maybe-promise.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { Reply } from '../../http/reply.ts'
import { json } from '../../http/replies.ts'
import type { RouteSite } from '../../routing/handler.ts'
import { Answer, type Stated } from './answer.ts'
import { describeAnswers, type Description } from './description.ts'
import { findDifference } from './find-difference.ts'
import { project, type Projection } from './projection.ts'
import { toProjection } from './to-projection.ts'

/** Turns what a handler returned into the reply with what it states. */
export type ToAnswer = (result: unknown) => MaybePromise<Reply>

/**
 * Prepares the stated answers of one route, at boot. Throws `E_ANSWER_STATED` for a statement that is
 * none. Fields that are not stated are not sent; if the site checks answers, they and any other
 * difference throw `E_ANSWER`.
 */
export function compileAnswers(stated: Stated, site: RouteSite): ToAnswer {
  const shapes = toShapes(describeStated(stated, site))
  const [only, second] = shapes.keys()
  const single = second === undefined ? only : undefined
  return (result) => {
    const isAnswer = result instanceof Answer
    const status = isAnswer ? result.statusCode : single
    if (status === undefined) throw unsaid(site)
    const value: unknown = isAnswer ? result.value : (result ?? null)
    const shape = shapes.get(status)
    const checked = site.checksAnswers ? check(value, shape, { status, shapes, site }) : undefined
    return whenReady(checked, () => {
      const sent = toBody(value, shape)
      return isAnswer
        ? result.withBody(result.contentType ?? sent.contentType, sent.body)
        : sent.status(status)
    })
  }
}

/** Stated JSON is sent even if it is null. */
function toBody(value: unknown, shape: StatedShape | undefined): Reply<string | null> {
  const isNothing = shape === undefined ? value === null : shape.description.kind === 'nothing'
  if (isNothing) return new Reply(200, undefined, null)
  return json<unknown>(shape === undefined ? value : project(value, shape.projection))
}

/** A stated answer: how it is described, and what of a value is sent. */
interface StatedShape {
  readonly description: Description
  readonly projection: Projection
}

function toShapes(
  descriptions: ReadonlyMap<number, Description>,
): ReadonlyMap<number, StatedShape> {
  const all = [...descriptions]
  return new Map(
    all.map(([status, description]) => [
      status,
      { description, projection: toProjection(description) },
    ]),
  )
}

interface Checked {
  readonly status: number
  readonly shapes: ReadonlyMap<number, StatedShape>
  readonly site: RouteSite
}

function check(
  value: unknown,
  shape: StatedShape | undefined,
  { status, shapes, site }: Checked,
): MaybePromise<void> {
  if (shape === undefined) {
    throw different(site, `the status ${status} is not among ${[...shapes.keys()].join(', ')}`)
  }
  return whenReady(findDifference(value, shape.description), (difference) => {
    if (difference !== undefined) throw different(site, difference)
    project(value, shape.projection, (path) => {
      throw different(site, `${path} is sent, but not stated`)
    })
  })
}

function describeStated(stated: Stated, site: RouteSite): ReadonlyMap<number, Description> {
  const isStatement =
    (typeof stated === 'object' && stated !== null) || typeof stated === 'function'
  const descriptions = isStatement ? describeAnswers(stated) : new Map<number, Description>()
  const isKnown = [...descriptions.keys()].every((status) => status >= 200 && status <= 599)
  if (isKnown && descriptions.size > 0) return descriptions
  throw new SetupError(
    'E_ANSWER_STATED',
    `The handler of "${site.pattern.path}" (${site.place.location}) states ${inspect(stated, { depth: 0 })}. ` +
      'State a model, a schema, list(…), shape({ … }) or another word of tenon/answers, or these by status: { 201: Todo }.',
  )
}

function unsaid({ pattern, place }: RouteSite): SetupError {
  return new SetupError(
    'E_ANSWER',
    `The handler of "${pattern.path}" (${place.location}) states several statuses. Return answer(status, value).`,
  )
}

function different({ pattern, place }: RouteSite, difference: string): SetupError {
  return new SetupError(
    'E_ANSWER',
    `The answer of "${pattern.path}" (${place.location}) is not what the handler states: ${difference}.`,
  )
}
