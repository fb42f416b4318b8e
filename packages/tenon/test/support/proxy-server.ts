import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { request as requestPlain } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findPort } from './find-port.ts'

/** A running proxy with a configuration of the guide and a test certificate. */
export interface ProxyServer extends AsyncDisposable {
  /** The port for requests over TLS. */
  readonly httpsPort: number
  /** Sends a request over TLS, to `app.example` unless the headers say otherwise. */
  ask(path: string, options?: AskOptions): Promise<ProxyAnswer>
  /** Sends a request without TLS. */
  askPlainly(path: string): Promise<ProxyAnswer>
  /** Stops it and starts it again, on the same ports. */
  restart(): Promise<void>
}

export interface AskOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Where the request comes from. Default: `127.0.0.1`. */
  readonly localAddress?: string
}

export interface ProxyAnswer {
  /** 0 if there was no answer. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** The ports of the replicas: two. nginx and Caddy also take more. */
export type Upstreams = readonly [number, number, ...number[]]

/** A proxy's setup in a folder: its ports, and those of the replicas. */
export interface ProxySite {
  readonly folder: string
  readonly httpPort: number
  readonly httpsPort: number
  readonly upstreams: Upstreams
  /** The certificate is `${certificate}.crt`, its key `${certificate}.key`. */
  readonly certificate: string
}

/** A proxy program. */
export interface Proxy {
  readonly binary: string
  readonly stopSignal: NodeJS.Signals
  /** Writes the configuration and returns the program's arguments. */
  readonly prepare: (site: ProxySite) => readonly string[]
}

/** Why tests that need a program are skipped; `false` if it is installed. */
export function skipWithout(name: string): string | false {
  const missing = [name, 'openssl'].filter((each) => findProgram(each) === undefined)
  return missing.length > 0 && `not installed: apt-get install ${missing.join(' ')}`
}

/** Looks for an installed program. */
export function findProgram(name: string): string | undefined {
  const folders = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

export async function startProxy(
  { binary, stopSignal, prepare }: Proxy,
  upstreams: Upstreams,
): Promise<ProxyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-proxy-'))
  const httpPort = await findPort()
  const httpsPort = await findPort()
  const certificate = join(folder, 'app')
  createCertificate(certificate)
  const args = prepare({ folder, httpPort, httpsPort, upstreams, certificate })

  const start = async (): Promise<ChildProcess> => {
    const child = spawn(binary, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: folder },
    })
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += chunk))
    // One after the other: a proxy may open its second port some time after its first.
    while (!(await accepts(httpPort)) || !(await accepts(httpsPort))) {
      if (child.exitCode !== null) throw new Error(`${binary} did not start:\n${errors}`)
      await delay(20) // time: between two looks
    }
    return child
  }
  let running = await start()
  const stop = async (): Promise<void> => {
    running.kill(stopSignal)
    await once(running, 'exit')
  }
  return {
    httpsPort,
    // Sound: the certificate is the test's own.
    ask: (path, options) =>
      ask(request, { port: httpsPort, path, ...options, rejectUnauthorized: false }),
    askPlainly: (path) => ask(requestPlain, { port: httpPort, path }),
    async restart() {
      await stop()
      running = await start()
    },
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

function createCertificate(path: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', `${path}.key`, '-out', `${path}.crt`]
  const subject = ['-subj', '/CN=app.example', '-addext', 'subjectAltName=DNS:app.example']
  execFileSync('openssl', ['req', '-x509', ...key, ...files, ...subject, '-days', '1'], {
    stdio: 'ignore',
  })
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false // Not up yet; if it fails to start, its errors say why.
  } finally {
    socket.destroy()
  }
}

interface SentRequest extends AskOptions {
  readonly port: number
  readonly path: string
  readonly rejectUnauthorized?: boolean
}

function ask(
  send: typeof requestPlain,
  { headers, body: sentBody, ...options }: SentRequest,
): Promise<ProxyAnswer> {
  return new Promise((resolve) => {
    const all = { host: 'app.example', ...headers }
    const sent = send({ ...options, host: '127.0.0.1', headers: all }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => (body += String(chunk)))
      answer.on('close', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
      )
    })
    sent.on('error', () => resolve({ status: 0, headers: {}, body: '' }))
    sent.end(sentBody)
  })
}
