import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { host, port } from '../../http/servers/work.ts'
import { bodyLimitBytes, fillTodos, openTodos, resourceCount, textSchema } from './work.ts'

/** Bare `node:http`: one `writeHead` and one `end`, a map of resources and a `switch`. */
fillTodos()
const listTodos = openTodos()
const resources = new Map(
  Array.from({ length: resourceCount }, (_, resource) => [`resource${resource}`, resource]),
)

createServer((request, response) => {
  const [, first = '', second, third, ...rest] = (request.url ?? '').split('/')
  switch (first) {
    case 'ping':
      return send(response, 'text/plain', 'pong')
    case 'text':
      return void answerText(request, response)
    case 'todos':
      return json(response, { todos: listTodos(Number(second)) })
  }
  const resource = resources.get(first)
  const isKnown = third === undefined || third === 'edit' || third === 'comments'
  if (resource !== undefined && isKnown && rest.length < 2) {
    return json(response, { resource, id: second })
  }
  response.writeHead(404, { 'content-length': 0 }).end()
}).listen(port, host)

async function answerText(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > bodyLimitBytes) return void request.destroy()
    chunks.push(chunk)
  }
  const result = textSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString()))
  if (result.success) json(response, { length: result.data.text.length })
  else response.writeHead(422, { 'content-length': 0 }).end()
}

function json(response: ServerResponse, value: unknown): void {
  send(response, 'application/json; charset=utf-8', JSON.stringify(value))
}

function send(response: ServerResponse, type: string, body: string): void {
  const length = Buffer.byteLength(body)
  response.writeHead(200, { 'content-type': type, 'content-length': length }).end(body)
}
