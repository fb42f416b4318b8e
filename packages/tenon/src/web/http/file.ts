import { Reply, type Deferred } from './reply.ts'

/** A file that is opened when the reply is rendered. */
export interface FileBody extends Deferred {
  readonly kind: 'file'
  readonly path: string
  readonly root: string | undefined
}

/** Where a file may lie, and how it is offered. */
export interface FileOptions {
  /** The folder that the path is relative to and must not leave; required for a relative path. */
  readonly root?: string
  /** The name under which a browser saves the file, instead of showing it. */
  readonly download?: string
}

/**
 * Answers with a file: its media type by its name, ranges and conditional requests included; 404
 * when there is none. With `root` a path from outside is safe: it never leaves that folder, and
 * dotfiles are not served.
 */
export function file(path: string, options: FileOptions = {}): Reply {
  const body: FileBody = { kind: 'file', path, root: options.root }
  const reply = new Reply(200, undefined, body)
  if (options.download === undefined) return reply
  return reply.header('content-disposition', toAttachment(options.download))
}

/** RFC 6266, with the name's ASCII form for old clients. */
function toAttachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(name)}`
}

function encodeRfc5987(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
