import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, type Proxy } from './proxy-server.ts'

const configuration = join(import.meta.dirname, '../../../../deploy/nginx/app.conf')

/** nginx with the guide's configuration. */
export const nginx: Proxy = editedNginx((site) => site)

/** nginx with the guide's configuration after a change. */
export function editedNginx(edit: (site: string) => string): Proxy {
  return {
    binary: findProgram('nginx') ?? 'nginx',
    stopSignal: 'SIGQUIT',
    prepare: ({ folder, httpPort, httpsPort, upstreams, certificate }) => {
      const site = edit(readFileSync(configuration, 'utf8'))
        .replaceAll('/etc/ssl/app.example', certificate)
        .replaceAll('listen 80;', `listen 127.0.0.1:${httpPort};`)
        .replaceAll('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
        .replace('127.0.0.1:8081', `127.0.0.1:${upstreams[0]}`)
        .replace(/^.*127\.0\.0\.1:8082(.*\n)/m, (_, rest: string) =>
          upstreams
            .slice(1)
            .map((port) => `server 127.0.0.1:${port}${rest}`)
            .join(''),
        )
      writeFileSync(join(folder, 'app.conf'), site)
      writeFileSync(join(folder, 'nginx.conf'), toMain(folder))
      return ['-p', folder, '-c', join(folder, 'nginx.conf')]
    },
  }
}

function toMain(folder: string): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
    events { worker_connections 512; }
    http { access_log off; ${places.join(' ')} include ${folder}/app.conf; }`
}
