import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../server/server-process.ts'

const binary = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync)
const configuration = join(import.meta.dirname, '../../../../deploy/nginx/app.conf')

const openssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find(existsSync)

/** Why tests that need nginx are skipped; `false` where it is installed. */
export const skipWithoutNginx: string | false =
  (binary === undefined || openssl === undefined) &&
  'nginx or openssl is not installed: apt-get install nginx openssl'

/** The configuration of the guide at work, on other ports and with a certificate of its own. */
export interface NginxServer extends AsyncDisposable {
  readonly httpPort: number
  readonly httpsPort: number
  /** Asks over TLS, as `app.example` unless `headers` say otherwise. */
  ask(path: string, options?: AskOptions): Promise<NginxAnswer>
}

export interface AskOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface NginxAnswer {
  /** 0 when there was none. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export async function startNginx(upstreams: readonly [number, number]): Promise<NginxServer> {
  if (binary === undefined) throw new Error(String(skipWithoutNginx))
  const folder = mkdtempSync(join(tmpdir(), 'tenon-nginx-'))
  const httpPort = await findFreePort()
  const httpsPort = await findFreePort()
  createCertificate(folder)
  const site = readFileSync(configuration, 'utf8')
    .replaceAll('/etc/ssl/app.example', join(folder, 'app'))
    .replaceAll('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
    .replace('127.0.0.1:8081', `127.0.0.1:${upstreams[0]}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${upstreams[1]}`)
  writeFileSync(join(folder, 'app.conf'), site)
  writeFileSync(join(folder, 'nginx.conf'), toMain(folder))

  const child = spawn(binary, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  while (!(await accepts(httpsPort))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${errors}`)
    await delay(20)
  }
  return {
    httpPort,
    httpsPort,
    ask: (path, options) => ask(httpsPort, path, options),
    async [Symbol.asyncDispose]() {
      child.kill('SIGQUIT')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
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

function createCertificate(folder: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', join(folder, 'app.key'), '-out', join(folder, 'app.crt')]
  const subject = ['-subj', '/CN=app.example', '-days', '1']
  execFileSync(openssl ?? 'openssl', ['req', '-x509', ...key, ...files, ...subject], {
    stdio: 'ignore',
  })
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false // Not up yet; what keeps it from coming up is in its errors.
  } finally {
    socket.destroy()
  }
}

function ask(port: number, path: string, options: AskOptions = {}): Promise<NginxAnswer> {
  const { method = 'GET', headers = {} } = options
  return new Promise((resolve) => {
    const all = { host: 'app.example', ...headers }
    const sent = request(
      // The certificate is the test's own.
      { host: '127.0.0.1', port, path, method, headers: all, rejectUnauthorized: false },
      (answer) => {
        let body = ''
        answer.on('data', (chunk) => (body += String(chunk)))
        answer.on('close', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
        )
      },
    )
    sent.on('error', () => resolve({ status: 0, headers: {}, body: '' }))
    sent.end()
  })
}
