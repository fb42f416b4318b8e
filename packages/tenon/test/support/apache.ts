import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, type Proxy } from './proxy-server.ts'

const configuration = join(import.meta.dirname, '../../../../deploy/apache/app.conf')

/** Apache with the guide's configuration. */
export const apache: Proxy = editedApache((site) => site)

/** Apache with the guide's configuration after a change. */
export function editedApache(edit: (site: string) => string): Proxy {
  return {
    binary: findProgram('apache2') ?? 'apache2',
    stopSignal: 'SIGTERM',
    prepare: ({ folder, httpPort, httpsPort, upstreams, certificate }) => {
      const site = edit(readFileSync(configuration, 'utf8'))
        .replaceAll('/etc/ssl/app.example', certificate)
        .replaceAll('*:80>', `127.0.0.1:${httpPort}>`)
        .replaceAll('*:443>', `127.0.0.1:${httpsPort}>`)
        .replace('127.0.0.1:8081', `127.0.0.1:${upstreams[0]}`)
        .replace('127.0.0.1:8082', `127.0.0.1:${upstreams[1]}`)
      writeFileSync(join(folder, 'app.conf'), site)
      writeFileSync(join(folder, 'main.conf'), toMain(folder, [httpPort, httpsPort]))
      return ['-DFOREGROUND', '-f', join(folder, 'main.conf')]
    },
  }
}

/** The modules that Debian enables, and the modules that the site names. */
const modules = [
  'mpm_event',
  'authz_core',
  'alias',
  'headers',
  'http2',
  'proxy',
  'proxy_http',
  'proxy_balancer',
  'lbmethod_byrequests',
  'slotmem_shm',
  'ssl',
]

function toMain(folder: string, ports: readonly number[]): string {
  const user = process.getuid?.() === 0 ? ['User nobody', 'Group nogroup'] : []
  return [
    `ServerRoot ${folder}`,
    `DefaultRuntimeDir ${folder}`,
    'PidFile pid',
    'ErrorLog errors',
    'ServerName localhost',
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    ...user,
    ...ports.map((port) => `Listen 127.0.0.1:${port}`),
    'Include app.conf',
    '',
  ].join('\n')
}
