import { createServer } from 'node:net'
import { host, port } from './work.ts'

/**
 * Not an HTTP server: it checks one letter of the incoming data and writes a fixed response. Its
 * cost is what any JavaScript server pays for its sockets before it does anything.
 */
const answers: ReadonlyMap<string, string> = new Map([
  ['/p', toAnswer('200 OK', 'text/plain; charset=utf-8', 'pong')],
  ['/u', toAnswer('200 OK', 'application/json; charset=utf-8', '{"id":42,"name":"User 42"}')],
  ['/a', toAnswer('200 OK', 'application/json; charset=utf-8', '{"user":"ada"}')],
  ['/n', toAnswer('404 Not Found', 'text/plain; charset=utf-8', '404 Not Found')],
])
const pathAt = 'GET '.length

createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    const answer = answers.get(chunk.toString('latin1', pathAt, pathAt + 2))
    if (answer !== undefined) socket.write(answer, 'latin1')
  })
}).listen(port, host)

function toAnswer(status: string, type: string, body: string): string {
  const fields = {
    'content-type': type,
    'content-length': body.length,
    'x-served-by': 'bench',
    date: new Date().toUTCString(),
    connection: 'keep-alive',
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`
}
