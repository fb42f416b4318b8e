import type { ServerResponse } from 'node:http'

interface StreamLimits {
  /** How many bytes the head has announced, when it has. */
  readonly length: number | undefined
  readonly timeoutMs: number
}

/**
 * Writes a stream as fast as the client takes it. When the client leaves, or takes nothing for
 * `timeoutMs`, the stream is cancelled. When the stream fails, or has another length than the head
 * says, the connection is cut, so that the client cannot take the part for the whole or the rest for
 * another answer, and the failure is thrown.
 */
export async function writeStream(
  response: ServerResponse,
  body: ReadableStream<Uint8Array>,
  { length, timeoutMs }: StreamLimits,
): Promise<void> {
  const reader = body.getReader()
  const cancel = (): void => {
    reader.cancel(new DOMException('The client left', 'AbortError')).catch(() => {
      // The stream has failed or ended by itself; there is nothing left to cancel.
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

/** The socket's clock runs only while it is the client's turn; at its end the connection closes. */
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
