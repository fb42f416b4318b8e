import { Readable } from 'node:stream'

/**
 * Converts an iterable of chunks to a web stream of bytes, texts in UTF-8, and stops the iterable on cancel. Reads one
 * chunk ahead unless `strategy` says otherwise.
 */
export function toWebStream(
  pieces: AsyncIterable<Uint8Array | string>,
  strategy?: QueuingStrategy<Uint8Array>,
): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done === true) controller.close()
        else controller.enqueue(typeof value === 'string' ? Buffer.from(value) : value)
      },
      async cancel() {
        // Without this, cancelling before the first chunk would leave a Node stream open, and its file.
        if (pieces instanceof Readable) pieces.destroy()
        await iterator.return?.()
      },
    },
    strategy,
  )
}
