/** Sends a request to a provider, as the global `fetch` does. */
export type SendRequest = (url: string, options: RequestInit) => Promise<Response>

/** A provider cannot be reached, sends too large an answer, or has an error on its server. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/** How large an answer may be, in bytes. Metadata, keys and tokens have a few KiB. */
const largestAnswer = 1024 * 1024

/**
 * Reads an answer to its end, within a time and a size, without following redirects. Throws `ProviderUnreachable`; its
 * message contains nothing that the provider sent.
 */
export async function boundedFetch(
  send: SendRequest,
  url: string,
  { timeoutMs, ...options }: RequestInit & { readonly timeoutMs: number },
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await send(url, { ...options, redirect: 'manual', signal })
    const { status, headers } = response
    if (status >= 500 || status === 429) {
      await response.body?.cancel()
      throw new ProviderUnreachable(`It has answered with status ${status}`)
    }
    const body = await readAll(response)
    return new Response(hasBody(status) ? body : null, { status, headers })
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error
    if (signal.aborted) throw new ProviderUnreachable(`It has not answered within ${timeoutMs} ms`)
    throw new ProviderUnreachable(toReason(error))
  }
}

async function readAll({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the rest.
    if (size > largestAnswer) throw new ProviderUnreachable('Its response is larger than 1 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}

/** The code of a network error, such as `ECONNREFUSED`. */
function toReason(error: unknown): string {
  const { cause } = error instanceof Error ? error : {}
  const { code } = Object(cause) as { code?: unknown }
  return typeof code === 'string' ? code : 'The connection has failed'
}
