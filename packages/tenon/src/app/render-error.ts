import { toWanted } from '../http/accept.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Log } from '../log/log.ts'
import type { FormPages } from '../pages/form-page.ts'
import { isPrecognitive, toPrecognition } from '../pages/precognition.ts'
import type { Pages } from '../pages/pages.ts'
import { HttpError, InputAccepted, ValidationFailed } from '../support/http-error.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'
import { toClientError } from './client-error.ts'

export interface ErrorRendererParts {
  readonly pages: Pages
  readonly formPages: FormPages
  readonly log: Log
  /** Shows an unexpected error with its source, in development; `undefined` shows nothing of it. */
  readonly showDetails: ShowDetails | undefined
}

/** Answers an unexpected error with all that is known of it. */
export type ShowDetails = (request: HttpRequest, error: unknown) => Promise<Reply>

/** Tells a client of an error, and the log of one that is ours. */
export type ErrorRenderer = (request: HttpRequest, reply: Reply) => MaybePromise<Reply>

/** The one way in which an error becomes an answer, by what the client asked for. */
export function createErrorRenderer(parts: ErrorRendererParts): ErrorRenderer {
  const { pages, formPages, log, showDetails } = parts

  const tell = (request: HttpRequest, { error }: Reply): MaybePromise<Reply> => {
    if (error instanceof InputAccepted) return toPrecognition(request, {})
    if (error instanceof ValidationFailed) {
      return isPrecognitive(request)
        ? toPrecognition(request, error.errors)
        : pages.renderInvalid(request, error, formPages)
    }

    const { status, message } = toClientError(error)
    if (status < 500) {
      // A write that nobody expected to fail: the client is not told which, so the log is.
      if (!(error instanceof HttpError)) {
        log.info(`${request.method} ${request.path()} was refused`, {
          requestId: request.id,
          error,
        })
      }
      return pages.renderError(request, { status, message })
    }

    log.error(`${request.method} ${request.path()} failed`, { requestId: request.id, error })
    if (status === 500 && showDetails !== undefined && toWanted(request) !== 'json') {
      return showDetails(request, error)
    }
    return pages.renderError(request, { status, message, requestId: request.id })
  }

  return async (request, reply) => {
    const told = await tell(request, reply)
    for (const [name, value] of Object.entries(toClientError(reply.error).headers)) {
      told.header(name, value)
    }
    if (told.statusCode >= 500) told.header('x-request-id', request.id)
    return told.replace(reply)
  }
}
