import { globSync, readFileSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(?:js|css|html|svg|json|txt|xml|webmanifest|wasm|ico)$/
const hidden = /(?:^|[\\/])\./

/** Smaller files are not compressed: they fit into one packet, so compressing gains nothing. */
const smallestBytes = 1024

/** How many files are in memory at once. */
const filesAtOnce = 8

/** Writes Brotli and gzip variants next to the larger text files of a folder. */
export async function compressFiles(folder: string): Promise<void> {
  const paths = globSync('**/*', { cwd: folder })
    .filter((path) => compressible.test(path) && !hidden.test(path))
    .map((path) => join(folder, path))
    .filter((path) => isWorthIt(statSync(path)))
  for (let i = 0; i < paths.length; i += filesAtOnce) {
    await Promise.all(paths.slice(i, i + filesAtOnce).map(compress))
  }
}

/** Whether it is a file (a folder may be called `chart.js`) that is large enough. */
function isWorthIt(stats: Stats): boolean {
  return stats.isFile() && stats.size >= smallestBytes
}

async function compress(path: string): Promise<void> {
  const content = readFileSync(path)
  const brotliOptions = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }
  const [smallest, small] = await Promise.all([
    promisify(brotliCompress)(content, brotliOptions),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  writeFileSync(`${path}.br`, smallest)
  writeFileSync(`${path}.gz`, small)
}
