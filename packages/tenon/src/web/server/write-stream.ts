import { watchProgress, type NodeResponse } from './node-http.ts'

interface StreamLimits {
  /** The length that the head declared, if any. */
  readonly length: number | undefined
  readonly timeoutMs: number
}

/** A response whose body is being written. */
export interface StreamedResponse {
  /** Resolves when nothing more is written; rejects if the stream fails. */
  readonly ended: Promise<void>
  /** Cancels the stream and ends the response as if that were all of it. */
  readonly finish: (reason: DOMException) => void
}

/**
 * Writes a stream at the pace of the client. The stream is cancelled if the client disconnects or
 * accepts nothing for `timeoutMs`. If the stream fails or does not match the declared length, the
 * connection is cut, so the client cannot mistake a part for the whole or the surplus for another
 * response; the failure is thrown.
 */
export function writeStream(
  response: NodeResponse,
  body: ReadableStream<Uint8Array>,
  limits: StreamLimits,
): StreamedResponse {
  const reader = body.getReader()
  const finish = (reason: DOMException): void => {
    reader.cancel(reason).catch(() => {
      // The stream has already failed or ended; there is nothing to cancel.
    })
  }
  return { ended: writeAll(response, { reader, finish, ...limits }), finish }
}

interface Writing extends StreamLimits {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
  readonly finish: (reason: DOMException) => void
}

async function writeAll(
  response: NodeResponse,
  { reader, finish, length, timeoutMs }: Writing,
): Promise<void> {
  const cancel = (): void => finish(new DOMException('The client left', 'AbortError'))
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
    watchProgress(response, timeoutMs)
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
async function drained(response: NodeResponse, timeoutMs: number): Promise<void> {
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
