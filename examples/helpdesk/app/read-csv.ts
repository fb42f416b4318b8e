/** A record of a CSV file, and the line on which it begins. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** A file that is not CSV in UTF-8, and the line on which its broken record begins. */
export class CsvError extends RangeError {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** The longest record, in characters. */
const recordLimit = 100_000

/**
 * Reads the CSV that `toCsvLine` and spreadsheets write, with commas or semicolons between cells. Holds one record in
 * memory at a time. Throws `CsvError` if the text is not UTF-8, a quote does not end, or a record is too long.
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader()
  for await (const text of decode(chunks)) {
    for (const [token] of text.matchAll(/[",;\r\n]|[^",;\r\n]+/g)) {
      const record = reader.take(token)
      if (record !== undefined) yield record
    }
  }
  const last = reader.end()
  if (last !== undefined) yield last
}

async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** Puts cells together from quotes, separators, line breaks and the texts between them. */
class CsvReader {
  #line = 1
  #begunAt = 1
  #length = 0
  #cells: string[] = []
  #cell = ''
  #separator: string | undefined
  #isQuoted = false
  /** Whether the last token closed a quoted cell. If another quote follows, both are one escaped quote. */
  #wasQuoted = false

  /** Takes the next token, and returns the record if the token ends one. */
  take(token: string): CsvRecord | undefined {
    this.#length += token.length
    if (this.#length > recordLimit) throw new CsvError('A record is too long', this.#begunAt)
    // What is not UTF-8 is decoded as this character.
    if (token.includes('\uFFFD')) throw new CsvError('A record is not UTF-8', this.#begunAt)
    if (token === '\n') this.#line += 1
    if (token === '"') return this.#takeQuote()
    this.#wasQuoted = false
    if (this.#isQuoted) this.#cell += token
    else if (token === '\n') return this.#endRecord()
    else if (this.#isSeparator(token)) this.#endCell()
    else if (token !== '\r') this.#cell += token
    return undefined
  }

  /** Returns the record after the last line break, if there is one. */
  end(): CsvRecord | undefined {
    if (this.#isQuoted) throw new CsvError('A quote does not end', this.#begunAt)
    return this.#cell === '' && this.#cells.length === 0 ? undefined : this.#endRecord()
  }

  #takeQuote(): undefined {
    const begins = !this.#isQuoted && (this.#wasQuoted || this.#cell === '')
    if (!this.#isQuoted && (this.#wasQuoted || !begins)) this.#cell += '"'
    this.#wasQuoted = this.#isQuoted
    this.#isQuoted = begins
  }

  /** The first comma or semicolon outside of quotes decides which of them separates cells. */
  #isSeparator(token: string): boolean {
    if (token === ',' || token === ';') this.#separator ??= token
    return token === this.#separator
  }

  #endCell(): void {
    // Remove the apostrophe that keeps a spreadsheet from running the text as a formula.
    const isGuarded = /^'+[=+\-@\t\r]/.test(this.#cell)
    this.#cells.push(isGuarded ? this.#cell.slice(1) : this.#cell)
    this.#cell = ''
  }

  #endRecord(): CsvRecord {
    this.#endCell()
    const record = { line: this.#begunAt, cells: this.#cells }
    this.#cells = []
    this.#begunAt = this.#line
    this.#length = 0
    return record
  }
}
