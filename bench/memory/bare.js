import { createServer } from 'node:http'

/**
 * Answers with the same statuses and as many bytes as the todo application, and does nothing else.
 */
const page = 'x'.repeat(4_000)

createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    const status = toStatus(request, body)
    response.writeHead(status, { 'content-type': 'text/html', 'content-length': page.length })
    response.end(page)
  })
}).listen(Number(process.env['SERVER_PORT']), '127.0.0.1')

function toStatus({ method, url }, body) {
  if (method === 'GET') return url === '/nothing/here' ? 404 : 200
  return body.includes('""') ? 422 : 303
}
