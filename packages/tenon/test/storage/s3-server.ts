import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The part of `@20minutes/s3rver` that we use; the package has no types. */
type S3rver = new (options: {
  readonly address: string
  readonly port: number
  readonly silent: boolean
  readonly allowMismatchedSignatures: boolean
  readonly directory: string
  readonly configureBuckets: readonly {
    readonly name: string
    readonly configs: readonly string[]
  }[]
}) => { run(): Promise<{ readonly port: number }>; close(): Promise<void> }

const S3rver: S3rver = createRequire(import.meta.url)('@20minutes/s3rver')

/** A server of the S3 protocol with an empty bucket. */
export interface S3Server extends AsyncDisposable {
  /** The `STORAGE_URL` of the bucket. */
  readonly url: string
}

export interface S3ServerOptions {
  /**
   * Whether signatures are compared. This server computes other ones than Amazon's for lists and for file
   * names with an apostrophe. Default true.
   */
  readonly checksSignatures?: boolean
}

/** Starts a server; the client's keys are in this process's environment while it runs. */
export async function startS3Server({
  checksSignatures = true,
}: S3ServerOptions = {}): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'tenon-s3-'))
  const bucket = 'files'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    allowMismatchedSignatures: !checksSignatures,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  const before = { ...process.env }
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER'
  return {
    url: `s3://${bucket}/app?region=us-east-1&endpoint=http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await server.close()
      rmSync(directory, { recursive: true })
      for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
        if (before[name] === undefined) Reflect.deleteProperty(process.env, name)
        else process.env[name] = before[name]
      }
    },
  }
}
