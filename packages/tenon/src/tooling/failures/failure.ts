import { toStartFailure } from '../../application/runtime/start-failure.ts'
import { describePlace, findPlace, SourceError } from '../../pages/vite/errors/source-error.ts'

/** Describes an error, beginning with the place in the application that threw it. */
export function toFailure(error: unknown, root: string): string {
  if (error instanceof SourceError) return error.describe(root)
  const { message } = toStartFailure(error)
  const place = error instanceof Error ? findPlace(error.stack ?? '', root) : undefined
  if (place === undefined || namesPlace.test(message)) return message
  return `${describePlace(place, root)} ${message}`
}

/** Errors of a route list begin with the problem and name the places of the routes themselves. */
const namesPlace = /^[^\n]*\.\w+:\d+:\d+/
