import { toWanted } from '../../web/http/accept.ts'
import type { FinishedReply, Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { toReply } from '../../web/http/to-reply.ts'
import { OutdatedForm } from '../../web/binding/outdated-form.ts'
import type { Log } from '../../base/log/log.ts'
import type { AnyModel } from '../../data/records/entity.ts'
import { findFormPage, type FormPages } from '../../pages/pages/form-page.ts'
import { isPrecognitive, toPrecognition } from '../../pages/pages/precognition.ts'
import type { Pages } from '../../pages/pages/pages.ts'
import {
  InputAccepted,
  RefusedByColumn,
  ValidationFailed,
  type ErrorDetails,
  type PublicError,
} from '../../base/support/http-error.ts'
import { isError, toErrorReply } from '../../web/routing/compose.ts'
import { whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { toHttpError, toPublicError } from './public-error.ts'
import { reportRefused } from './report-error.ts'
import { toValidation } from './refused/to-validation.ts'

/**
 * Answers errors in the application's own format. The return value becomes the reply, with the error's status unless
 * the reply sets another one. If it returns `undefined` or throws, the framework answers.
 */
export type RenderError = (request: HttpRequest, error: PublicError) => unknown

export interface ErrorAnswersParts {
  readonly pages: Pages
  /** Finishes the reply that `renderError` has returned. */
  readonly finish: (request: HttpRequest, reply: Reply) => MaybePromise<FinishedReply>
  readonly formPages: FormPages
  /** The application's models, which tell the field of a violated unique index. */
  readonly models: readonly AnyModel[]
  readonly log: Log
  readonly renderError: RenderError | undefined
  /** Shows unexpected errors to developers; `undefined` outside development, which shows no details. */
  readonly details: DeveloperDetails | undefined
}

/** Shows unexpected errors to developers. */
export interface DeveloperDetails {
  /** Answers with all details, and the source. */
  readonly show: (request: HttpRequest, error: unknown) => Promise<FinishedReply>
  /** What an answer in JSON says. */
  readonly describe: (error: unknown) => Promise<ErrorDetails>
}

/** Turns every error into an answer, in the format that the client asked for. */
export class ErrorAnswers {
  readonly #parts: ErrorAnswersParts

  constructor(parts: ErrorAnswersParts) {
    this.#parts = parts
  }

  /** Answers with the error that a reply carries, and keeps the reply's own headers and cookies. */
  readonly answer = (request: HttpRequest, reply: Reply): MaybePromise<FinishedReply> =>
    whenReady(this.#tell(request, reply.error), (told) => {
      const { error = reply.error } = told
      for (const [name, value] of Object.entries(toHttpError(reply.error).headers)) {
        told.header(name, value)
      }
      told.replace(reply).error = error
      return told
    })

  /** Turns an error into a new reply. */
  #tell(request: HttpRequest, error: unknown): MaybePromise<FinishedReply> {
    if (error instanceof InputAccepted) return toPrecognition(request, {})
    if (error instanceof OutdatedForm) return this.#parts.pages.refuseForm(request)
    if (error instanceof ValidationFailed && !(error instanceof RefusedByColumn)) {
      return this.#tellValidation(request, error, error)
    }
    const { models } = this.#parts
    return whenReady(toValidation(request, error, models), (told) =>
      this.#tellValidation(request, error, told),
    )
  }

  #tellValidation(
    request: HttpRequest,
    error: unknown,
    told: ValidationFailed | undefined,
  ): MaybePromise<FinishedReply> {
    const { pages, formPages, log } = this.#parts
    if (told === undefined || isEmpty(told.errors)) return this.#show(request, error)
    if (error instanceof RefusedByColumn && told !== error) reportRefused(log, request, error.cause)
    if (isPrecognitive(request)) return toPrecognition(request, told.errors)
    if (toWanted(request) === 'json') return this.#show(request, told)

    return whenReady(
      findFormPage(request, told.errors, formPages),
      (found): MaybePromise<FinishedReply> => {
        if (found === undefined) return this.#show(request, told)
        if ('failure' in found) return this.answer(request, toErrorReply(found.failure))
        const finished = pages.finishPage(found.request, found.reply)
        return whenReady(finished, (shown) => shown.status(422))
      },
    )
  }

  #show(request: HttpRequest, error: unknown): MaybePromise<FinishedReply> {
    const known = toPublicError(error)
    if (known.status < 500) return this.#tellPublic(request, known)
    const told = { ...known, requestId: request.id }
    const { details } = this.#parts
    if (known.status !== 500 || details === undefined) return this.#tellPublic(request, told)
    if (toWanted(request) !== 'json') return details.show(request, error)
    return details.describe(error).then((debug) => this.#tellPublic(request, { ...told, debug }))
  }

  #tellPublic(request: HttpRequest, told: PublicError): MaybePromise<FinishedReply> {
    const { pages, renderError } = this.#parts
    if (renderError === undefined) return pages.answerError(request, told)
    const shown = this.#showOwn(renderError, request, told)
    return shown.then((own) => own ?? pages.answerError(request, told))
  }

  /** The error in the application's own format; `undefined` if `renderError` fails. */
  async #showOwn(
    renderError: RenderError,
    request: HttpRequest,
    told: PublicError,
  ): Promise<FinishedReply | undefined> {
    const { finish, log } = this.#parts
    try {
      const result = await renderError(request, told)
      if (result === undefined) return undefined
      const reply = toReply(result, () => 'renderError()').copy()
      if (reply.statusCode === 200) reply.status(told.status)
      if (isError(reply)) throw reply.error
      return await finish(request, reply)
    } catch (error) {
      log.error('renderError() failed', { requestId: request.id, error })
      return undefined
    }
  }
}

/** Without messages, a client would take the form page for a success. */
function isEmpty(errors: ValidationFailed['errors']): boolean {
  return Object.keys(errors).length === 0
}
