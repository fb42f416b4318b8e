import type { ActiveVisit, router } from '@inertiajs/core'
import { say } from './say.ts'

/** A visit that failed and left its page as it was. */
export interface Failure {
  /** The status of the answer; `undefined` if none came. */
  readonly status: number | undefined
  /** What the server says of it, or that it cannot be reached. */
  readonly message: string
  /** A message for each invalid field, if no page with the form's fields could be shown. */
  readonly errors: Readonly<Record<string, string>>
  /** What to look up in the server's log, for a 5xx. */
  readonly requestId: string | undefined
}

/**
 * Keeps the page of a submit that fails, with all that was typed, and tells `show` of it; also of
 * every visit of the user's that gets no answer, or whose query is invalid. A visit's own `onHttpException` or
 * `onNetworkError` that returns `false` comes first.
 */
export function followFailures(client: typeof router, show: (failure: Failure) => void): void {
  const underWay = new Set<string>()
  /** The answers to submits, and the errors of visits that the user waits for: the events do not say whose they are. */
  const ours = new WeakSet()
  client.on('start', ({ detail: { visit } }) => {
    const isSubmit = visit.method !== 'get'
    if (!isSubmit && (visit.async || visit.prefetch)) return
    underWay.add(visit.id)
    const note = (told: object): void => void (underWay.has(visit.id) && ours.add(told))
    // Sound: a visit has its callbacks when it starts. What they get is what the event tells then.
    const started = visit as ActiveVisit
    const { onHttpException, onNetworkError, onError } = started
    started.onNetworkError = (error) => {
      note(error)
      return onNetworkError(error)
    }
    if (!isSubmit) {
      // The page stays where it is, and hardly one shows the messages of a query: a list would just not be filtered.
      started.onError = (errors) => {
        show({ ...noAnswer, status: 422, message: toFirst(errors) })
        return onError(errors)
      }
      return
    }
    started.onHttpException = (response) => {
      note(response)
      return onHttpException(response)
    }
  })
  client.on('finish', ({ detail: { visit } }) => {
    underWay.delete(visit.id)
  })

  client.on('httpException', (event) => {
    const { response } = event.detail
    const failure = toFailure(response)
    // A page without errors is what the application has answered with on purpose.
    if (!ours.has(response) || (isPage(response) && !isOfForm(failure))) return
    event.preventDefault()
    show(failure)
  })
  client.on('networkError', (event) => {
    if (event.defaultPrevented || !ours.has(event.detail.error)) return
    event.preventDefault()
    show({ ...noAnswer, message: say('The server cannot be reached') })
  })
}

/** The part of a response that describes an error. */
export interface FailedResponse {
  readonly status: number
  readonly data: string | Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** Whether a response is a page of ours, as opposed to a document of any server on the way. */
export function isPage({ headers }: Pick<FailedResponse, 'headers'>): boolean {
  return headers['x-inertia'] !== undefined
}

/** Reads what an error's answer says: a page, a document such as a proxy's, or text. */
export function toFailure({ status, data, headers }: FailedResponse): Failure {
  const requestId = headers['x-request-id']
  if (typeof data === 'string') {
    return { ...noAnswer, status, message: toMessage(data) || toError(status), requestId }
  }
  const { message, errors } = toFields(data['props'])
  return {
    status,
    message: typeof message === 'string' ? message : toError(status),
    errors: Object.fromEntries(Object.entries(toFields(errors)).map(toText)),
    requestId,
  }
}

function toError(status: number): string {
  return say('Error {status}', { status: String(status) })
}

const noAnswer: Failure = { status: undefined, message: '', errors: {}, requestId: undefined }

/** The first message, with the name of its field: without its form, only that says what is wrong. */
function toFirst(errors: Readonly<Record<string, unknown>>): string {
  const [[name, text] = ['', toError(422)]] = Object.entries(errors).map(toText)
  return name === '' || name === '_' ? text : `${name}: ${text}`
}

function isOfForm({ errors }: Failure): boolean {
  return Object.keys(errors).length > 0
}

function toMessage(text: string): string {
  const shown = text.includes('<') ? (/<title>([^<]*)/i.exec(text)?.[1] ?? '') : text
  return shown.trim().slice(0, longestMessage)
}

const longestMessage = 200

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {}
}

function toText([name, value]: [string, unknown]): [string, string] {
  return [name, typeof value === 'string' ? value : Object.values(toFields(value)).join(' ')]
}
