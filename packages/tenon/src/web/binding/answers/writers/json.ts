import { whenReady, type MaybePromise } from '../../../../base/support/maybe-promise.ts'
import { toWire } from '../../../../data/records/wire.ts'
import { json } from '../../../http/replies.ts'
import type { Reply } from '../../../http/reply.ts'
import type { RouteSite } from '../../../routing/handler.ts'
import type { Description } from '../description.ts'
import { findDifference } from '../find-difference.ts'
import { project } from '../projection.ts'
import type { Projection } from '../stated-value.ts'
import { toProjection } from '../to-projection.ts'
import { different, type Writer } from './writer.ts'

/** Sends the declared JSON, including null. */
export function writeJson(description: Description, site: RouteSite): Writer {
  const toSent = toStatedValue(description, site)
  return ({ status, value, reply }) =>
    whenReady(toSent(value), (sent) => {
      const written = toJson(sent)
      if (reply === undefined) return written.status(status)
      return reply.withBody(reply.contentType ?? written.contentType, written.body)
    })
}

/** Writes JSON, big integers as text. */
// Try without them first: looking for them in each value would slow down all responses.
export function toJson(value: unknown): Reply<string> {
  try {
    return json<unknown>(value)
  } catch {
    // A value that JSON cannot carry at all throws again.
    return json<unknown>(toWire(value))
  }
}

/** Creates the function that reduces a value to its declaration. It throws `E_ANSWER` if the site checks responses. */
export function toStatedValue(
  description: Description,
  site: RouteSite,
): (value: unknown) => MaybePromise<unknown> {
  const projection = toProjection(description)
  if (!site.checksAnswers) return (value) => project(value, projection)
  return (value) =>
    whenReady(findDifference(value, description), (difference) => {
      if (difference !== undefined) throw different(site, difference)
      return projectAll(value, projection, site)
    })
}

function projectAll(value: unknown, projection: Projection, site: RouteSite): unknown {
  return project(value, projection, (path) => {
    throw different(site, `${path} is sent, but not declared`)
  })
}
