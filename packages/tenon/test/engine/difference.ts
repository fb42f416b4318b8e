import type { Answers } from './engine-pair.ts'

/** Describes how the engines differ; `undefined` if they sent the same bytes. */
export function findDifference({ pieces, node, sockets }: Answers): string | undefined {
  if (node === sockets) return undefined
  const sent = pieces.map((piece) => JSON.stringify(piece.toString('latin1'))).join(' | ')
  return `sent ${sent}\n  node     ${JSON.stringify(node)}\n  sockets  ${JSON.stringify(sockets)}`
}
