import { createServer } from 'node:http'

createServer((_request, response) => response.end('ok')).listen(
  Number(process.env['SERVER_PORT']),
  '127.0.0.1',
)
