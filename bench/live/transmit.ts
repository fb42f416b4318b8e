// The same server with the library behind AdonisJS Transmit: a channel that every client subscribes to.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Transmit } from '@boringnode/transmit'

const notes: { id: number; title: string }[] = []
const transmit = new Transmit({ pingInterval: '25s', transport: null })

createServer((request, response) => {
  const { method = '', url = '' } = request
  if (url === '/_app/changes') {
    const uid = randomUUID()
    transmit.createStream({ uid, request, response, context: undefined })
    void transmit.subscribe({ uid, channel: 'notes' })
    return
  }
  if (method === 'POST') {
    notes.unshift({ id: notes.length + 1, title: url.split('/').at(-1) ?? '' })
    transmit.broadcast('notes', { changed: { notes: '0' } })
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
