/** How much a request's body may hold. What exceeds a limit is answered 413; depth, 400. */
export interface BodyLimits {
  /** Bytes of a body that is held in memory; of a multipart form, its text fields together. */
  readonly bodyBytes: number
  /** Bytes of a whole multipart body, files included. */
  readonly uploadBytes: number
  /** Bytes of one uploaded file. */
  readonly fileBytes: number
  /** Uploaded files of one form. */
  readonly files: number
  /** Fields of one form. */
  readonly fields: number
  /** Levels of nesting, of JSON and of bracketed field names. */
  readonly depth: number
  /** Bytes of the header block of one multipart part. */
  readonly partHeaderBytes: number
}

const mebibyte = 1024 * 1024

/** The limits that hold when an application states none. */
export const defaultBodyLimits: BodyLimits = {
  bodyBytes: mebibyte,
  uploadBytes: mebibyte,
  fileBytes: mebibyte,
  files: 20,
  fields: 1000,
  depth: 64,
  partHeaderBytes: 4096,
}
