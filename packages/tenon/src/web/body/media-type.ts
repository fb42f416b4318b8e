import { isUtf8 } from 'node:buffer'
import { isTypeValid, parse } from 'content-type'
import { BadRequest, UnsupportedMediaType } from '../../base/support/http-error.ts'

/** The parts of a `Content-Type` that a body reader needs. */
export interface MediaType {
  readonly kind: 'json' | 'urlencoded' | 'multipart' | 'other'
  /** The delimiter between the parts of a multipart body. */
  readonly boundary: string | undefined
}

// RFC 2046, 5.1.1: 1 to 70 of these characters, not ending in a space.
const boundaryGrammar = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/

/**
 * Parses a `Content-Type` (RFC 9110, 8.3); returns `undefined` if there is none. Throws
 * `UnsupportedMediaType` if it is malformed or declares a charset other than UTF-8.
 */
export function readMediaType(header: string | undefined): MediaType | undefined {
  if (header === undefined) return undefined
  if (header === 'application/json') return plainJson

  const { type, parameters } = parse(header)
  if (!isTypeValid(type)) throw new UnsupportedMediaType('The Content-Type is malformed')
  assertUtf8(parameters['charset'])

  const kind = toKind(type)
  return { kind, boundary: kind === 'multipart' ? readBoundary(parameters['boundary']) : undefined }
}

const plainJson: MediaType = { kind: 'json', boundary: undefined }

function toKind(type: string): MediaType['kind'] {
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'urlencoded'
  if (type === 'multipart/form-data') return 'multipart'
  return 'other'
}

function assertUtf8(charset: string | undefined): void {
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw new UnsupportedMediaType('The body must be encoded in UTF-8')
}

/** Decodes UTF-8. Throws `BadRequest` for invalid bytes instead of replacing them. */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new BadRequest('The body is not valid UTF-8')
  return toBuffer(bytes).toString('utf8')
}

function toBuffer(bytes: Uint8Array): Buffer {
  if (bytes instanceof Buffer) return bytes
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function readBoundary(boundary: string | undefined): string {
  if (boundary !== undefined && boundaryGrammar.test(boundary)) return boundary
  throw new UnsupportedMediaType('The multipart boundary is missing or malformed')
}
