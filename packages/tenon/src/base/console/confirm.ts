import { createInterface } from 'node:readline'
import type { Terminal } from './choose.ts'

/** Asks the user a question and returns whether the answer is `y` or `yes`. */
export async function confirm(question: string, terminal: Terminal): Promise<boolean> {
  terminal.output.write(`${question} [y/N] `)
  const lines = createInterface(terminal)
  try {
    for await (const line of lines) return /^y(?:es)?$/i.test(line.trim())
  } finally {
    lines.close()
  }
  return false
}
