import type { FileBody } from '../http/file.ts'
import { text } from '../http/replies.ts'
import { isDeferred, type Deferred, type Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Log } from '../log/log.ts'
import type { Pages } from '../pages/pages.ts'
import { toErrorReply } from '../routing/compose.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { unreachable } from '../support/unreachable.ts'
import type { ErrorRenderer } from './render-error.ts'
import { sendFile } from './send-file.ts'

/** Makes what the middleware let through ready to be written. Never throws. */
export type Render = (request: HttpRequest, reply: Reply) => MaybePromise<Reply>

export interface RenderParts {
  readonly pages: Pages
  readonly renderError: ErrorRenderer
  readonly log: Log
}

/** Joins the renderers: pages, redirects, files and errors; an error on the way is one more error. */
export function createRender({ pages, renderError, log }: RenderParts): Render {
  const renderBody = (request: HttpRequest, reply: Reply, body: Deferred): MaybePromise<Reply> => {
    switch (body.kind) {
      case 'page':
        return pages.render(request, reply)
      case 'redirect':
        return pages.renderRedirect(request, reply)
      case 'file':
        // Sound: `file()` is the only maker of this kind.
        return sendFile(request, reply, body as FileBody)
      case 'error':
        return renderError(request, reply)
      default:
        return unreachable(body.kind)
    }
  }

  const giveUp = (request: HttpRequest, error: unknown): Reply => {
    log.error('An error page could not be made', { requestId: request.id, error })
    return text('Internal Server Error').status(500).header('x-request-id', request.id)
  }

  const recover = async (request: HttpRequest, error: unknown): Promise<Reply> => {
    try {
      return await renderError(request, toErrorReply(error))
    } catch (failure) {
      return giveUp(request, failure)
    }
  }

  return (request, reply) => {
    const { body } = reply
    if (!isDeferred(body)) return pages.finish(request, reply)
    try {
      const rendered = renderBody(request, reply, body)
      return isPromise(rendered)
        ? rendered.catch((error: unknown) => recover(request, error))
        : rendered
    } catch (error) {
      return recover(request, error)
    }
  }
}
