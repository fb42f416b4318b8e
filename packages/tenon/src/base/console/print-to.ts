import type { Writable } from 'node:stream'

/** Writes lines to a stream. Ignores that the reader has closed the pipe, as `| head` does. */
export function printTo(stream: Writable): (line: string) => void {
  if (!stream.listeners('error').includes(ignoreClosedPipe)) stream.on('error', ignoreClosedPipe)
  return (line) => void stream.write(`${line}\n`)
}

function ignoreClosedPipe(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
}
