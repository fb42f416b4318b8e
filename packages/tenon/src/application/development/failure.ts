import { toStartFailure } from '../application/start-failure.ts'
import { describePlace, findPlace, SourceError } from '../vite/source-error.ts'

/** What is wrong, after the place in the application that it was thrown from. */
export function toFailure(error: unknown, root: string): string {
  if (error instanceof SourceError) return error.describe(root)
  const { message } = toStartFailure(error)
  const place = error instanceof Error ? findPlace(error.stack ?? '', root) : undefined
  if (place === undefined || namesPlace.test(message)) return message
  return `${describePlace(place, root)} ${message}`
}

/** What a route list says of its routes begins with what is wrong and names their places. */
const namesPlace = /^[^\n]*\.\w+:\d+:\d+/
