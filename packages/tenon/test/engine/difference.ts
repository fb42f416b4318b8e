import type { Answers } from './engine-pair.ts'

/** Describes how the engines differ; `undefined` if they sent the same bytes, wherever a chunk ends. */
export function findDifference({ pieces, node, sockets }: Answers): string | undefined {
  if (joinChunks(node) === joinChunks(sockets)) return undefined
  const sent = pieces.map((piece) => JSON.stringify(piece.toString('latin1'))).join(' | ')
  return `sent ${sent}\n  node     ${JSON.stringify(node)}\n  sockets  ${JSON.stringify(sockets)}`
}

/**
 * Writes each complete chunked body as one chunk: where chunks end means nothing (RFC 9112, section 7.1), and versions of
 * Node join them differently. What is not written exactly as both engines write chunks stays as it is.
 */
export function joinChunks(responses: string): string {
  let joined = ''
  let rest = responses
  for (let head = HEAD.exec(rest); head !== null; head = HEAD.exec(rest)) {
    const bodyAt = head.index + head[0].length
    joined += rest.slice(0, bodyAt)
    rest = rest.slice(bodyAt)
    if (!/\r\ntransfer-encoding: chunked\r\n/i.test(head[0])) continue
    const body = readChunks(rest)
    if (body === undefined) continue
    const { data, length } = body
    joined += data === '' ? '0\r\n\r\n' : `${data.length.toString(16)}\r\n${data}\r\n0\r\n\r\n`
    rest = rest.slice(length)
  }
  return joined + rest
}

const HEAD = /HTTP\/1\.1 \d{3} [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/

/** The data of the chunks that a text begins with, and how much of the text they take; `undefined` unless they end. */
function readChunks(text: string): { readonly data: string; readonly length: number } | undefined {
  let data = ''
  for (let at = 0; ;) {
    const [line, digits = ''] = /^([1-9a-f][0-9a-f]*|0)\r\n/.exec(text.slice(at)) ?? []
    if (line === undefined) return undefined
    const size = Number.parseInt(digits, 16)
    const end = at + line.length + size
    if (text.slice(end, end + 2) !== '\r\n') return undefined
    data += text.slice(at + line.length, end)
    at = end + 2
    if (size === 0) return { data, length: at }
  }
}
