import { createReadStream, existsSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { outFolder } from '../places.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

/** Serves the built site as a static host does, on a free port. */
export async function openSite(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    const file = findFile(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (file === undefined) response.writeHead(404).end()
    else send(file, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(file: string, response: ServerResponse): void {
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
  createReadStream(file).pipe(response)
}

/** The file that a path of the site shows; `/guide/routing` is `guide/routing.html`. */
export function findFile(path: string): string | undefined {
  const base = join(outFolder, normalize(decodeURIComponent(path)))
  const files = path.endsWith('/') ? [join(base, 'index.html')] : [base, `${base}.html`]
  return files.find((file) => extname(file) !== '' && existsSync(file))
}
