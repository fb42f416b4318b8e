import type { Writable } from 'node:stream'

/** Writes lines to a stream; those that nobody reads any more, as after `| head`, are left out. */
export function printTo(stream: Writable): (line: string) => void {
  if (!stream.listeners('error').includes(leaveUnread)) stream.on('error', leaveUnread)
  return (line) => void stream.write(`${line}\n`)
}

function leaveUnread(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
}
