/** The limits of a request body. Exceeding one is answered with 413, exceeding `depth` with 400. */
export interface BodyLimits {
  /** Bytes of a body held in memory; for a multipart form, all its text fields together. */
  readonly bodyBytes: number
  /** Bytes of a whole multipart body, files included. */
  readonly uploadBytes: number
  /** Bytes of one uploaded file. */
  readonly fileBytes: number
  /** Number of uploaded files in one form. */
  readonly files: number
  /** Number of fields in one form. */
  readonly fields: number
  /** Number of values in one JSON body: array elements and object members at every level. */
  readonly values: number
  /** Levels of nesting in JSON and in bracketed field names. */
  readonly depth: number
  /** Bytes of the header block of one multipart part. */
  readonly partHeaderBytes: number
}

const mebibyte = 1024 * 1024

/** The limits of a body of at most this many bytes. The larger it may be, the more values it may have. */
export function limitsOf(bodyBytes: number, uploadBytes: number): BodyLimits {
  const times = Math.max(1, bodyBytes / defaultBodyLimits.bodyBytes)
  const values = Math.round(defaultBodyLimits.values * times)
  return { ...defaultBodyLimits, bodyBytes, uploadBytes, fileBytes: uploadBytes, values }
}

/** The limits of an application without configured limits. */
export const defaultBodyLimits: BodyLimits = {
  bodyBytes: mebibyte,
  uploadBytes: mebibyte,
  fileBytes: mebibyte,
  files: 20,
  fields: 1000,
  values: 50_000,
  depth: 64,
  partHeaderBytes: 4096,
}
