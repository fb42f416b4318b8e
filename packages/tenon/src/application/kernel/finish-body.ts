import { isFile } from '../../web/http/file.ts'
import { isRedirect } from '../../web/http/redirect.ts'
import { isFinished, type FinishedReply, type Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { isPage } from '../../pages/pages/page.ts'
import type { Pages } from '../../pages/pages/pages.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { sendFile } from './send-file.ts'

/** Prepares a page, redirect or file for writing. Throws the error of a reply that carries one. */
export function finishBody(
  pages: Pages,
  request: HttpRequest,
  reply: Reply,
): MaybePromise<FinishedReply> {
  if (isFinished(reply)) return pages.finish(request, reply)
  if (isPage(reply)) return pages.finishPage(request, reply)
  if (isRedirect(reply)) return pages.finishRedirect(request, reply)
  if (isFile(reply)) return sendFile(request, reply)
  throw reply.error
}
