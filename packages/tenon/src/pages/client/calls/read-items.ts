/**
 * Reads the items of an answer one by one: lines of JSON, or server-sent events. Expects the data of an
 * event on one line, as Tenon's server writes it.
 */
export async function* readItems({ body, headers }: Response): AsyncGenerator {
  const prefix = headers.get('content-type')?.includes('ndjson') === true ? '' : 'data:'
  for await (const line of readLines(body)) {
    if (line !== '' && line.startsWith(prefix)) yield JSON.parse(line.slice(prefix.length))
  }
}

/** Reads text line by line. The last line may end without a line break. */
async function* readLines(body: Response['body']): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  try {
    let text = ''
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      const lines = (text + read.value).split('\n')
      text = lines.pop() ?? ''
      yield* lines
    }
    yield text
  } finally {
    await reader?.cancel()
  }
}
