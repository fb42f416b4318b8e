import { isDeferred, Reply, type Deferred } from './reply.ts'

/** A file that is opened when the reply is rendered. */
export interface FileBody extends Deferred {
  readonly kind: 'file'
  readonly path: string
  readonly root: string | undefined
}

/** Where a file may be read from, and how it is offered. */
export interface FileOptions {
  /** The folder that the path is relative to and must stay inside; required for a relative path. */
  readonly root?: string
  /** The name to save the file under; the browser then downloads it instead of displaying it. */
  readonly download?: string
}

/**
 * Sends a file, with its media type by name, ranges and conditional requests; 404 if it is missing.
 * With `root`, a path from user input is safe: it cannot leave that folder, and dotfiles are not
 * served. If the path is relative and `root` is missing, the response fails with `E_FILE_ROOT`.
 */
export function file(path: string, options: FileOptions = {}): Reply<FileBody> {
  const body: FileBody = { kind: 'file', path, root: options.root }
  const reply = new Reply(200, undefined, body)
  if (options.download === undefined) return reply
  return reply.header('content-disposition', toAttachment(options.download))
}

/** Checks whether a reply is a file that has not been opened yet. */
export function isFile(reply: Reply): reply is Reply<FileBody> {
  return isDeferred(reply.body) && reply.body.kind === 'file'
}

/** Writes `content-disposition` for a download (RFC 6266), with an ASCII version of the name for old clients. */
export function toAttachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(name)}`
}

function encodeRfc5987(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
