// The same server by hand: it notifies every client of every change, without a ticket, a limit or a position.
import { createServer, type ServerResponse } from 'node:http'

const notes: { id: number; title: string }[] = []
const streams = new Set<ServerResponse>()

createServer((request, response) => {
  const { method = '', url = '' } = request
  if (url === '/_app/changes') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n')
    streams.add(response)
    response.on('close', () => streams.delete(response))
    return
  }
  if (method === 'POST') {
    notes.unshift({ id: notes.length + 1, title: url.split('/').at(-1) ?? '' })
    for (const stream of streams) stream.write('data: {"changed":{"notes":"0"}}\n\n')
  }
  if (url === '/memory') globalThis.gc?.()
  const body =
    url === '/memory'
      ? process.memoryUsage()
      : url === '/ping'
        ? 'pong'
        : {
            props: { notes: notes.slice(0, 20) },
            liveProps: { notes: { ticket: '', watch: 'notes' } },
          }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}).listen(Number(process.env['SERVER_PORT']), '127.0.0.1', () => console.log('serves'))
