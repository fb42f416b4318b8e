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
  /** Whether something may be typed on the page that is worth keeping; `false` for a button that sends nothing. */
  readonly hasInput: boolean
}

/**
 * Keeps the page of a submit that fails, with all that was typed, and tells `show` of it; also of
 * every visit of the user's that gets no answer or whose query is invalid, and of an error about the whole input where there
 * was no input: a button has no form that could show it. A visit's own `onHttpException` or `onNetworkError` that returns
 * `false` comes first.
 */
export function followFailures(client: typeof router, show: (failure: Failure) => void): void {
  const underWay = new Map<string, ActiveVisit>()
  /** The answers to submits, and the errors of visits that the user waits for: the events do not say whose they are. */
  const ours = new WeakMap<object, ActiveVisit>()
  client.on('start', ({ detail: { visit } }) => {
    const isSubmit = visit.method !== 'get'
    if (!isSubmit && (visit.async || visit.prefetch)) return
    // Sound: a visit has its callbacks when it starts. What they get is what the event tells then.
    const started = visit as ActiveVisit
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
    const { response } = event.detail
    const failure = toFailure(response)
    const visit = ours.get(response)
    // A page without errors is what the application has answered with on purpose.
    if (visit === undefined || (isPage(response) && !isOfForm(failure))) return
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

/** Hardly a page shows the messages of a query: a list would just not be filtered. A button shows none. */
function hasForm(visit: ActiveVisit, errors: Readonly<Record<string, unknown>>): boolean {
  return visit.method !== 'get' && (hasInput(visit) || typeof errors['_'] !== 'string')
}

/** A visit that only reads may leave a page with a form. */
function hasInput({ method, data }: ActiveVisit): boolean {
  if (method === 'get') return true
  return data instanceof FormData ? !data.keys().next().done : Object.keys(data).length > 0
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

/** What is known of a failure without its visit. */
type Told = Omit<Failure, 'hasInput'>

const noAnswer: Told = { status: undefined, message: '', errors: {}, requestId: undefined }

/** The first message, with the name of its field: without its form, only that says what is wrong. */
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
