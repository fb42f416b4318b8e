import type { ServerResponse } from 'node:http'

interface StreamLimits {
  /** The length that the head declared, if any. */
  readonly length: number | undefined
  readonly timeoutMs: number
}

/**
 * Writes a stream at the pace of the client. The stream is cancelled if the client disconnects or
 * accepts nothing for `timeoutMs`. If the stream fails or does not match the declared length, the
 * connection is cut, so the client cannot mistake a part for the whole or the surplus for another
 * response; the failure is thrown.
 */
export async function writeStream(
  response: ServerResponse,
  body: ReadableStream<Uint8Array>,
  { length, timeoutMs }: StreamLimits,
): Promise<void> {
  const reader = body.getReader()
  const cancel = (): void => {
    reader.cancel(new DOMException('The client left', 'AbortError')).catch(() => {
      // The stream has already failed or ended; there is nothing to cancel.
    })
  }
  if (response.closed) return cancel()

  response.once('close', cancel)
  let left = length ?? Infinity
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      left -= chunk.value.length
      if (left < 0) throw new RangeError(`The stream has more than the ${length} bytes announced`)
      if (!response.write(chunk.value)) await drained(response, timeoutMs)
    }
    if (length !== undefined && left > 0 && !response.closed) {
      throw new RangeError(`The stream ended ${left} bytes before the ${length} announced`)
    }
    response.end()
  } catch (error) {
    response.destroy()
    cancel()
    throw error
  } finally {
    response.off('close', cancel)
  }
}

/**
 * The socket's timeout runs only while waiting for the client; when it expires, the connection
 * closes.
 */
async function drained(response: ServerResponse, timeoutMs: number): Promise<void> {
  if (response.closed) return
  const { socket } = response
  socket?.setTimeout(timeoutMs)
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle)
      resolve()
    }
    response.on('drain', settle).on('close', settle)
  })
  socket?.setTimeout(0)
}
