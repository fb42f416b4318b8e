import { MethodNotAllowed, NotFound } from '../../../base/support/http-error.ts'
import { html } from '../../../web/http/replies.ts'
import type { Reply } from '../../../web/http/reply.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { openUnsubscribe, unsubscribePrefix, type AnyUnsubscribe } from './unsubscribe.ts'

/**
 * Answers the link of a mail. A POST ends the subscription at once (RFC 8058); mail programs send it. A GET only shows
 * a button, because mail scanners open every link.
 */
export async function answerUnsubscribe(
  request: HttpRequest,
  declared: readonly AnyUnsubscribe[],
): Promise<Reply> {
  const { name, input } = openUnsubscribe(request.path().slice(unsubscribePrefix.length))
  const found = declared.find((each) => each.name === name)
  if (found === undefined) throw new NotFound()

  if (request.isRead) return toPage('Unsubscribe', button)
  if (request.method !== 'POST') throw new MethodNotAllowed('GET, HEAD, POST')
  await found.end(input)
  return toPage('Unsubscribed', '<p>You will get no more of these mails.</p>')
}

const button = `<p>Do you want to get no more of these mails?</p>
<form method="post"><button>Unsubscribe</button></form>`

/** Contains nothing of the request and loads no other file. */
function toPage(title: string, content: string): Reply {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<h1>${title}</h1>
${content}
</html>`
  return html(page)
    .header(
      'content-security-policy',
      "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
}
