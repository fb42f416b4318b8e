import type { ActiveVisit, router } from '@inertiajs/core'
import { say } from './say.ts'
import { isDeferred } from './versions/follow-deferred.ts'

/** A failed visit. Its page stays as it was. */
export interface Failure {
  /** The status of the answer; `undefined` without an answer. */
  readonly status: number | undefined
  /** The server's message, or the message that the server cannot be reached. */
  readonly message: string
  /** A message for each invalid field, if no page with the form's fields could be shown. */
  readonly errors: Readonly<Record<string, string>>
  /** The id of the request in the server's log, if the answer has one. */
  readonly requestId: string | undefined
  /** Whether the page may contain typed input that is worth keeping; `false` for a button that sends no data. */
  readonly hasInput: boolean
  /**
   * What was typed into fields that the page does not have any more, by their names: a deployment has changed the form,
   * which was not accepted and has been loaded again. `undefined` for any other failure.
   */
  readonly lost?: Readonly<Record<string, string>>
}

/**
 * Keeps the page of a failed submit, with all typed input, and the page whose deferred props cannot be loaded, and calls
 * `show`. Also calls `show` if a visit of the user gets no answer, if its query is invalid, and for an error about the
 * whole input of a button, which has no form that could show it. If the visit's own `onHttpException` or
 * `onNetworkError` returns `false`, nothing is shown.
 */
export function followFailures(client: typeof router, show: (failure: Failure) => void): void {
  const underWay = new Map<string, ActiveVisit>()
  /** The visits of answers and errors. The events do not name the visit, so its callbacks record it here. */
  const ours = new WeakMap<object, ActiveVisit>()
  const keepPage = (visit: ActiveVisit): void => {
    const { onHttpException } = visit
    visit.onHttpException = (response) => {
      ours.set(response, visit)
      return onHttpException(response)
    }
  }
  client.on('start', ({ detail: { visit } }) => {
    const isSubmit = visit.method !== 'get'
    if (!isSubmit && !isDeferred(visit) && (visit.async || visit.prefetch)) return
    // Sound: a visit has its callbacks when it starts. They get the same object as the event afterwards.
    const started = visit as ActiveVisit
    if (isDeferred(started)) return keepPage(started)
    underWay.set(visit.id, started)
    const note = (told: object): void => void (underWay.has(visit.id) && ours.set(told, started))
    const { onHttpException, onNetworkError } = started
    started.onNetworkError = (error) => {
      note(error)
      return onNetworkError(error)
    }
    if (!isSubmit) return
    started.onHttpException = (response) => {
      note(response)
      return onHttpException(response)
    }
  })
  client.on('finish', ({ detail: { visit } }) => {
    underWay.delete(visit.id)
  })

  client.on('httpException', (event) => {
    // In development, the error with its source is shown already.
    if (event.defaultPrevented) return
    const { response } = event.detail
    const failure = toFailure(response)
    const visit = ours.get(response)
    // A page without errors is an intended answer of the application, except to a visit for a part of a page.
    const isIntended = isPage(response) && !isOfForm(failure)
    if (visit === undefined || (isIntended && !isDeferred(visit))) return
    event.preventDefault()
    show({ ...failure, hasInput: hasInput(visit) })
  })
  client.on('networkError', (event) => {
    const visit = ours.get(event.detail.error)
    if (event.defaultPrevented || visit === undefined) return
    event.preventDefault()
    const message = say('The server cannot be reached')
    show({ ...noAnswer, message, hasInput: hasInput(visit) })
  })
  client.on('error', ({ detail: { errors, visitId } }) => {
    const visit = visitId === undefined ? undefined : underWay.get(visitId)
    if (visit === undefined || hasForm(visit, errors)) return
    show({ ...noAnswer, status: 422, message: toFirst(errors), hasInput: hasInput(visit) })
  })
}

/** Whether a form on the page shows the errors. Hardly any page shows errors of a query, and a button shows none. */
function hasForm(visit: ActiveVisit, errors: Readonly<Record<string, unknown>>): boolean {
  return visit.method !== 'get' && (hasInput(visit) || typeof errors['_'] !== 'string')
}

/** Whether the page may have typed input. A visit that only reads may leave a page with a form. */
function hasInput(visit: ActiveVisit): boolean {
  const { method, data } = visit
  if (method === 'get') return !isDeferred(visit)
  return data instanceof FormData ? !data.keys().next().done : Object.keys(data).length > 0
}

/** The part of a response that describes an error. */
export interface FailedResponse {
  readonly status: number
  readonly data: string | Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** Whether a response is a page of the application, not a document of a proxy in front of it. */
export function isPage({ headers }: Pick<FailedResponse, 'headers'>): boolean {
  return headers['x-inertia'] !== undefined
}

/** Reads the message and errors of a failed answer: a page, a document such as a proxy's, or text. */
export function toFailure({ status, data, headers }: FailedResponse): Told {
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

/** The parts of a failure that come from the answer alone. */
type Told = Omit<Failure, 'hasInput'>

const noAnswer: Told = { status: undefined, message: '', errors: {}, requestId: undefined }

/** The first message, with the name of its field, because there is no form that shows the field. */
function toFirst(errors: Readonly<Record<string, unknown>>): string {
  const [[name, text] = ['', toError(422)]] = Object.entries(errors).map(toText)
  return name === '' || name === '_' ? text : `${name}: ${text}`
}

function isOfForm({ errors }: Told): boolean {
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
