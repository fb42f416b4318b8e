import { inspect } from 'node:util'
import { whenReady, type MaybePromise } from '../../../base/support/maybe-promise.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { RouteSite } from '../../routing/handler.ts'
import { Answer, type Stated } from './answer.ts'
import { describeAnswers, type Description } from './description.ts'
import { findDifference } from './find-difference.ts'

/** Turns what a handler returned into the answer that it states. */
export type ToAnswer = (result: unknown) => MaybePromise<Answer>

/**
 * Prepares the stated answers of one route, at boot. Throws `E_ANSWER_STATED` for a statement that is
 * none. If the site checks answers, a different one throws `E_ANSWER`.
 */
export function compileAnswers(stated: Stated, site: RouteSite): ToAnswer {
  const descriptions = describeStated(stated, site)
  const [only, second] = descriptions.keys()
  const status = second === undefined ? only : undefined
  const toAnswer = (result: unknown): Answer => {
    if (result instanceof Answer) return result
    if (status !== undefined) return new Answer(status, result ?? null)
    throw unsaid(site)
  }
  if (!site.checksAnswers) return toAnswer
  return (result) => checked(toAnswer(result), descriptions, site)
}

function checked(
  answer: Answer,
  descriptions: ReadonlyMap<number, Description>,
  site: RouteSite,
): MaybePromise<Answer> {
  const stated = descriptions.get(answer.statusCode)
  if (stated === undefined) {
    throw different(
      site,
      `the status ${answer.statusCode} is not among ${[...descriptions.keys()].join(', ')}`,
    )
  }
  return whenReady(findDifference(answer.value, stated), (difference) => {
    if (difference !== undefined) throw different(site, difference)
    return answer
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
      'State a model, a schema, list(…), paginated(…), shape({ … }), or these by status: { 201: Todo }.',
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
