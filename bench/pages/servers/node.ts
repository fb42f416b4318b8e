import { createServer, type ServerResponse } from 'node:http'
import { assetVersion, take } from '../records.ts'

/*
 * The floor: what the responses cost when they are only written. No routing, no middleware, no
 * computed props, no security headers.
 */

const start = `<!DOCTYPE html>
<html>
  <head>
    <meta charset="utf-8">
    <link rel="stylesheet" href="/assets/app-c3.css">
    <script type="module" src="/assets/app-b2.js"></script>
    <link rel="modulepreload" href="/assets/shared-a1.js">
    <link rel="modulepreload" href="/assets/Index-d4.js">
  </head>
  <body>
    <script data-page="app" type="application/json">`
const end = '</script>\n    <div id="app"></div>\n  </body>\n</html>'

createServer((request, response) => {
  const url = request.url ?? ''
  const props = { todos: take(url.slice('/todos/'.length)), errors: {} }
  const json = JSON.stringify({ component: 'Todos/Index', props, url, version: assetVersion })
  if (request.headers['x-inertia'] === 'true') send(response, 'application/json', json)
  else send(response, 'text/html; charset=utf-8', start + json.replaceAll(/</g, '\\u003c') + end)
}).listen(Number(process.env['SERVER_PORT']), '127.0.0.1')

function send(response: ServerResponse, type: string, text: string): void {
  const length = Buffer.byteLength(text)
  const headers = ['content-type', type, 'content-length', String(length), 'x-inertia', 'true']
  response.writeHead(200, [...headers, 'vary', 'X-Inertia', 'cache-control', 'private, no-cache'])
  response.end(text, length === text.length ? 'latin1' : 'utf8')
}
