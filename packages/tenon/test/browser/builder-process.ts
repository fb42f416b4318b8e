import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import zlib from 'node:zlib'
import { publicFolder } from '../../src/pages/assets/load-assets.ts'
import { buildApplication } from '../../src/pages/vite/build.ts'
import { buildClient } from '../../src/pages/vite/build-client.ts'
import type { Order } from './builder.ts'

const { brotliCompress, constants } = zlib
const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } }

type Rest = [zlib.CompressCallback] | [zlib.BrotliOptions, zlib.CompressCallback]

// The smallest files take a quarter of the CPU of a build; browsers unpack the same from these.
zlib.brotliCompress = Object.assign(
  (buffer: zlib.InputType, ...rest: Rest) =>
    brotliCompress(buffer, fastest, rest.length === 1 ? rest[0] : rest[1]),
  { __promisify__: brotliCompress.__promisify__ },
)
syncBuiltinESMExports()

/** Builds what it is told to, one after the other, and tells the process that asked: nothing, or what went wrong. */
let last = Promise.resolve()

process.on('message', (order: Order) => {
  last = last.then(async () => {
    process.send?.(await build(order))
  })
})

async function build(order: Order): Promise<{ readonly problem?: string }> {
  const { isClientOnly = false, ...options } = order
  const { root, folder = join(root, 'build') } = options
  try {
    await (isClientOnly ? buildClient(root, join(folder, publicFolder)) : buildApplication(options))
    return {}
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
