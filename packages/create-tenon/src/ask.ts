import { createInterface } from 'node:readline'

/** Where a question is asked and answered. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Gives the line that answers a question; `undefined` when the input ends instead, as by Ctrl+C. */
export async function ask(question: string, terminal: Terminal): Promise<string | undefined> {
  const lines = createInterface({ ...terminal, prompt: question })
  lines.prompt()
  try {
    const { value } = await lines[Symbol.asyncIterator]().next()
    return value?.trim()
  } finally {
    lines.close()
  }
}
