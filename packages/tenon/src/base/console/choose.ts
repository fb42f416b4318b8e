import { createInterface } from 'node:readline'
import { SetupError } from '../support/setup-error.ts'

/** A terminal, or its replacement in a test. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Returns the terminal this process was started from; `undefined` if it is not interactive. */
export function findTerminal(): Terminal | undefined {
  const isRead = process.stdin.isTTY && process.stdout.isTTY
  return isRead ? { input: process.stdin, output: process.stdout } : undefined
}

/**
 * Asks the user to choose by number, repeats until valid, and returns the choice's index.
 *
 * Throws `E_NO_ANSWER` if the input ends first.
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
  throw new SetupError('E_NO_ANSWER', `No answer was given to: ${question}`)
}
