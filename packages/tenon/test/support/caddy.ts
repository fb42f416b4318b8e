import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, type Proxy } from './proxy-server.ts'

const configuration = join(import.meta.dirname, '../../../../deploy/caddy/Caddyfile')

/** Caddy by the configuration of the guide; only the certificate is not fetched. */
export const caddy: Proxy = {
  binary: findProgram('caddy') ?? 'caddy',
  stopSignal: 'SIGTERM',
  prepare: ({ folder, httpPort, httpsPort, upstreams, certificate }) => {
    const site = readFileSync(configuration, 'utf8')
      .replace('app.example {', `app.example {\n\ttls ${certificate}.crt ${certificate}.key`)
      .replace('127.0.0.1:8081', `127.0.0.1:${upstreams[0]}`)
      .replace('127.0.0.1:8082', `127.0.0.1:${upstreams[1]}`)
    const options = ['admin off', `http_port ${httpPort}`, `https_port ${httpsPort}`]
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n${options.join('\n')}\n}\n${site}`)
    return ['run', '--config', file, '--adapter', 'caddyfile']
  },
}
