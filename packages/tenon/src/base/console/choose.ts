import { createInterface } from 'node:readline'
import { SetupError } from '../support/setup-error.ts'

/** A terminal, or what stands for one in a test. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** The terminal that this process was started from; `undefined` when nobody sits there. */
export function findTerminal(): Terminal | undefined {
  const isRead = process.stdin.isTTY && process.stdout.isTTY
  return isRead ? { input: process.stdin, output: process.stdout } : undefined
}

/**
 * Asks which of the choices is meant until one is named by its number, and answers its index.
 *
 * Throws `E_NO_ANSWER` when the input ends instead.
 */
export async function choose(
  question: string,
  choices: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const list = choices.map((choice, i) => `  ${i + 1}  ${choice}\n`).join('')
  const prompt = `1-${choices.length}: `
  terminal.output.write(`${question}\n${list}${prompt}`)
  const lines = createInterface(terminal)
  try {
    for await (const line of lines) {
      const index = Number(line.trim()) - 1
      if (choices[index] !== undefined) return index
      terminal.output.write(prompt)
    }
  } finally {
    lines.close()
  }
  throw new SetupError('E_NO_ANSWER', `Nothing was answered to: ${question}`)
}
