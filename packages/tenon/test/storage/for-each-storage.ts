import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { application, type ApplicationOptions } from '../../src/index.ts'
import { testApp, type TestApp } from '../../src/testing.ts'
import { MapFiles } from './map-files.ts'
import { startS3Server } from './s3-server.ts'

type Start = (options: Omit<ApplicationOptions, 'root'>, databaseUrl?: string) => Promise<TestApp>

/** Starts applications whose files are in one kind of store. */
export interface StartStorageApp extends Start {
  readonly kind: 'folder' | 'bucket' | 'custom'
  /** Sends bytes to a signed URL of either kind. */
  send(
    app: TestApp,
    url: string,
    init: RequestInit,
  ): Promise<{ readonly status: number; readonly text: string }>
}

/** Runs a block of tests with files in a folder, in a store of the application, and in a bucket of an S3 server. */
export function forEachStorage(name: string, block: (start: StartStorageApp) => void): void {
  describe(`${name} (folder)`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-storage-'))
    after(() => rmSync(folder, { recursive: true }))
    block(
      Object.assign(
        toStart(() => `file:${folder}`),
        { kind: 'folder' as const, send: sendInside },
      ),
    )
  })
  describe(`${name} (custom)`, () => {
    const store = new MapFiles()
    const start: Start = (options, databaseUrl) =>
      testApp({
        application: application({ root: import.meta.dirname, storage: { store }, ...options }),
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
      })
    block(Object.assign(start, { kind: 'custom' as const, send: sendInside }))
  })
  describe(`${name} (bucket)`, () => {
    const stack = new AsyncDisposableStack()
    let url = ''
    before(async () => {
      url = stack.use(await startS3Server({ checksSignatures: false })).url
    })
    after(() => stack.disposeAsync())
    block(
      Object.assign(
        toStart(() => url),
        { kind: 'bucket' as const, send: sendOutside },
      ),
    )
  })
}

function toStart(url: () => string): Start {
  return (options, databaseUrl) =>
    testApp({
      application: application({ root: import.meta.dirname, ...options }),
      storageUrl: url(),
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
    })
}

async function sendInside(
  app: TestApp,
  url: string,
  { method = 'GET', body, headers }: RequestInit,
) {
  const { status, text } = await app.send(method, url, {
    body,
    headers: { 'content-length': lengthOf(body), ...Object.fromEntries(new Headers(headers)) },
  })
  return { status, text }
}

function lengthOf(body: RequestInit['body']): string {
  return String(body instanceof Uint8Array ? body.length : 0)
}

async function sendOutside(_app: TestApp, url: string, init: RequestInit) {
  const response = await fetch(url, init)
  return { status: response.status, text: await response.text() }
}
