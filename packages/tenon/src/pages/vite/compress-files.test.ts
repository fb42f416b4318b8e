import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressFiles } from './compress-files.ts'

describe('compressFiles', () => {
  it('compresses larger text files, also in a folder with the name of a file', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-compress-'))
    // Some file systems say that a folder with many entries is large.
    const names = Array.from({ length: 200 }, (_, i) => `${'long-name-'.repeat(5)}${i}.png`)
    mkdirSync(join(folder.path, 'vendor/chart.js'), { recursive: true })
    for (const name of names) writeFileSync(join(folder.path, 'vendor/chart.js', name), 'x')
    writeFileSync(join(folder.path, 'vendor/chart.js/chart.js'), 'chart '.repeat(500))
    writeFileSync(join(folder.path, 'small.js'), 'small')

    await compressFiles(folder.path)

    const written = globSync('**/*.{br,gz}', { cwd: folder.path }).toSorted()
    assert.deepEqual(written, ['vendor/chart.js/chart.js.br', 'vendor/chart.js/chart.js.gz'])
    const read = (ending: string) =>
      readFileSync(join(folder.path, `vendor/chart.js/chart.js.${ending}`))
    assert.equal(brotliDecompressSync(read('br')).toString(), 'chart '.repeat(500))
    assert.equal(gunzipSync(read('gz')).toString(), 'chart '.repeat(500))
  })
})
