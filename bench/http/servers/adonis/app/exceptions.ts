import { ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import { errors as validation } from '@vinejs/vine'
import { pageHeaders } from './page-headers.ts'

/** Converts errors to responses in the format of the comparison. */
export default class Handler extends ExceptionHandler {
  protected override debug = false

  override async handle(error: unknown, context: HttpContext) {
    const { request, response } = context
    if (!(error instanceof validation.E_VALIDATION_ERROR)) {
      const isMissing = error instanceof Error && 'status' in error && error.status === 404
      return isMissing ? response.status(404).send('404 Not Found') : super.handle(error, context)
    }
    const messages: ReadonlyArray<{ field: string; message: string }> = error.messages
    const errors = Object.fromEntries(messages.map(({ field, message }) => [field, message]))
    if (request.url() !== '/todos') {
      return response.status(422).send({ message: 'The given data was invalid', errors })
    }
    const props = { todo: null, errors }
    const page = { component: 'Todos/Create', props, url: '/todos/create', version: '' }
    for (const [name, value] of pageHeaders) response.header(name, value)
    return response.status(422).send(page)
  }

  override async report() {}
}
