import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { host, port, titleSchema } from '../work.ts'
import { openArticles } from './by-hand.ts'
import { pageHeaders, toPage } from './settings.ts'

/** Bare `node:http` and `pg`, by hand: one `writeHead`, one `end`, prepared statements. */
const articles = openArticles()

createServer((request, response) => {
  handle(request, response).catch(() => send(response, 500, 'Internal Server Error'))
}).listen(port, host)

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '/' } = request
  if (url === '/') return json(response, toPage(await articles.list()), pageHeaders)
  if (url === '/articles') return json(response, await articles.list())
  if (url === '/slow') {
    await articles.sleep()
    return send(response, 200, 'slow')
  }
  const id = Number(/^\/articles\/([1-9]\d{0,8})$/.exec(url)?.[1])
  if (Number.isNaN(id)) return send(response, 404, 'Not Found')
  if (method === 'PUT') return update(request, response, id)
  const article = await articles.find(id)
  return article === undefined ? send(response, 404, 'Not Found') : json(response, article)
}

async function update(request: IncomingMessage, response: ServerResponse, id: number) {
  const result = titleSchema.safeParse(JSON.parse(await read(request)))
  if (!result.success) return send(response, 422, 'The given data was invalid')
  const { title } = result.data
  const isFound = await articles.rename(id, title)
  return isFound ? json(response, { id, title }) : send(response, 404, 'Not Found')
}

function read(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => resolve(Buffer.concat(chunks).toString()))
    request.on('error', reject)
  })
}

function json(response: ServerResponse, value: unknown, headers: object = {}): void {
  const body = JSON.stringify(value)
  const type = 'application/json; charset=utf-8'
  const length = Buffer.byteLength(body)
  response.writeHead(200, { ...headers, 'content-type': type, 'content-length': length }).end(body)
}

function send(response: ServerResponse, status: number, body: string): void {
  const length = Buffer.byteLength(body)
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'content-length': length })
    .end(body)
}
