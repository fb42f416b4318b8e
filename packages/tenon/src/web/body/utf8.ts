import { isUtf8 } from 'node:buffer'
import { BadRequest } from '../../base/support/http-error.ts'

/** Decodes UTF-8. Throws `BadRequest` for invalid bytes instead of replacing them. */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new BadRequest('The body is not valid UTF-8')
  return toBuffer(bytes).toString('utf8')
}

function toBuffer(bytes: Uint8Array): Buffer {
  if (bytes instanceof Buffer) return bytes
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
