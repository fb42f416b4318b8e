/** Reads the items of an answer one by one, from lines of JSON or from server-sent events. */
export async function* readItems({ body, headers }: Response): AsyncGenerator {
  const isLines = headers.get('content-type')?.includes('ndjson') === true
  for await (const part of readParts(body, isLines ? '\n' : '\n\n')) {
    const text = isLines ? part : toData(part)
    if (text !== '') yield JSON.parse(text)
  }
}

/** The data of an event, which may have several lines; empty for a comment. */
function toData(event: string): string {
  return [...event.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join('\n')
}

/** Reads text up to each end. An unfinished last part is left out if it has no end of its own. */
async function* readParts(body: Response['body'], end: string): AsyncGenerator<string> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    let text = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const parts = (text + read.value).split(end)
      text = parts.pop() ?? ''
      yield* parts
    }
    yield text
  } finally {
    await reader.cancel()
  }
}
