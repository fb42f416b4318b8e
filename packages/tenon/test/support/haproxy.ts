import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, type Proxy } from './proxy-server.ts'

const configuration = join(import.meta.dirname, '../../../../deploy/haproxy/haproxy.cfg')

/** HAProxy with the guide's configuration. */
export const haproxy: Proxy = editedHaproxy((site) => site)

/** HAProxy with the guide's configuration after a change. */
export function editedHaproxy(edit: (site: string) => string): Proxy {
  return {
    binary: findProgram('haproxy') ?? 'haproxy',
    stopSignal: 'SIGTERM',
    prepare: ({ folder, httpPort, httpsPort, upstreams, certificate }) => {
      const pem = join(folder, 'app.pem')
      const parts = ['crt', 'key'].map((part) => readFileSync(`${certificate}.${part}`, 'utf8'))
      writeFileSync(pem, parts.join(''))
      const site = edit(readFileSync(configuration, 'utf8'))
        .replace('/etc/ssl/app.example.pem', pem)
        .replace('bind :80', `bind 127.0.0.1:${httpPort}`)
        .replace('bind :443', `bind 127.0.0.1:${httpsPort}`)
        .replace('127.0.0.1:8081', `127.0.0.1:${upstreams[0]}`)
        .replace('127.0.0.1:8082', `127.0.0.1:${upstreams[1]}`)
      const file = join(folder, 'haproxy.cfg')
      writeFileSync(file, site)
      return ['-db', '-f', file]
    },
  }
}
