import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, type Proxy } from './proxy-server.ts'

const configuration = join(import.meta.dirname, '../../../../deploy/caddy/Caddyfile')

/** Caddy with the guide's configuration, except that it does not fetch a certificate. */
export const caddy: Proxy = toCaddy((site) => site)

/** Caddy without health checks, which learns only from failed requests. */
export const passiveCaddy: Proxy = toCaddy((site) => site.replaceAll(/^\s*health_.*\n/gm, ''))

function toCaddy(change: (site: string) => string): Proxy {
  return {
    binary: findProgram('caddy') ?? 'caddy',
    stopSignal: 'SIGTERM',
    prepare: ({ folder, httpPort, httpsPort, upstreams, certificate }) => {
      const site = change(readFileSync(configuration, 'utf8'))
        .replace('app.example {', `app.example {\n\ttls ${certificate}.crt ${certificate}.key`)
        .replace(
          '127.0.0.1:8081 127.0.0.1:8082',
          upstreams.map((port) => `127.0.0.1:${port}`).join(' '),
        )
      const options = ['admin off', `http_port ${httpPort}`, `https_port ${httpsPort}`]
      const file = join(folder, 'Caddyfile')
      writeFileSync(file, `{\n${options.join('\n')}\n}\n${site}`)
      return ['run', '--config', file, '--adapter', 'caddyfile']
    },
  }
}
