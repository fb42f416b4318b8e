/**
 * Reads the items of an answer one by one: lines of JSON, or server-sent events. The server writes the
 * data of an event in one line, because JSON needs no line breaks.
 */
export async function* readItems({ body, headers }: Response): AsyncGenerator {
  const prefix = headers.get('content-type')?.includes('ndjson') === true ? '' : 'data:'
  for await (const line of readLines(body)) {
    if (line !== '' && line.startsWith(prefix)) yield JSON.parse(line.slice(prefix.length))
  }
}

/** Reads text line by line; the last one may have no end. */
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
