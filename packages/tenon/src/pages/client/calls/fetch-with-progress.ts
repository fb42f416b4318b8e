/** How much of a request's body has been sent. */
export interface UploadProgress {
  /** The bytes sent so far, including the form around the files. */
  readonly loaded: number
  /** The size of the body in bytes. */
  readonly total: number
}

/**
 * Returns a `fetch` for browsers that reports how much of the body has been sent. Pass it as the option
 * `fetch` of a call with files.
 *
 * The global `fetch` cannot report that, so this one uses `XMLHttpRequest`. It reads the whole answer before
 * the call receives it, so do not use it for streams.
 */
export function fetchWithProgress(onProgress: (progress: UploadProgress) => void): typeof fetch {
  return (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const request = new XMLHttpRequest()
      request.open(method, input instanceof Request ? input.url : input)
      request.responseType = 'blob'
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        onProgress({ loaded, total })
      })
      request.addEventListener('load', () => resolve(toResponse(request)))
      request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
      request.addEventListener('abort', () => reject(signal?.reason))
      signal?.addEventListener('abort', () => request.abort())
      // Sound: it cannot send a stream, but calls of this client never have one as a body.
      request.send(body as XMLHttpRequestBodyInit | null | undefined)
    })
}

function toResponse(request: XMLHttpRequest): Response {
  const { status, statusText, response } = request
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const headers = new Headers(lines.filter((line) => line !== '').map((line) => toHeader(line)))
  return new Response(bodiless.has(status) ? null : response, { status, statusText, headers })
}

function toHeader(line: string): [name: string, value: string] {
  const end = line.indexOf(':')
  return [line.slice(0, end), line.slice(end + 1).trim()]
}

/** Statuses with which a `Response` must not have a body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])
