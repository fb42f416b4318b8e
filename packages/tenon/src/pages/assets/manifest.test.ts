import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toManifestAssets } from './manifest.ts'

const manifest = {
  '_vendor-1.js': { file: 'assets/vendor-1.js' },
  '_table-2.js': {
    file: 'assets/table-2.js',
    imports: ['_vendor-1.js'],
    css: ['assets/table.css'],
  },
  'resources/app.tsx': {
    file: 'assets/app-3.js',
    isEntry: true,
    imports: ['_vendor-1.js'],
    css: ['assets/app.css'],
  },
  'resources/pages/Todos/Index.tsx': {
    file: 'assets/Index-4.js',
    imports: ['_table-2.js', 'resources/app.tsx'],
  },
}
const text = JSON.stringify(manifest)

describe('toManifestAssets', () => {
  it("loads styles, the entry, and everything that the page's chunk needs", () => {
    const tags = toManifestAssets(text).tags('Todos/Index')

    assert.equal(
      tags.head,
      '<link rel="stylesheet" href="/assets/app.css">\n' +
        '<link rel="stylesheet" href="/assets/table.css">\n' +
        '<script type="module" src="/assets/app-3.js"></script>\n' +
        '<link rel="modulepreload" href="/assets/vendor-1.js">\n' +
        '<link rel="modulepreload" href="/assets/Index-4.js">\n' +
        '<link rel="modulepreload" href="/assets/table-2.js">\n',
    )
    assert.match(
      tags.link ?? '',
      /^<\/assets\/app.css>; rel=preload; as=style, .*<\/assets\/Index-4.js>; rel=modulepreload/,
    )
  })

  it('knows the names of the pages, and loads only the entry for any other', () => {
    const assets = toManifestAssets(text)

    assert.deepEqual([...(assets.names ?? [])], ['Todos/Index'])
    assert.equal(assets.tags('Nowhere').head.includes('Index-4'), false)
  })

  it('does not know the names if the entry bundles the pages', () => {
    const entry = { 'resources/app.tsx': { file: 'assets/app.js', isEntry: true } }

    assert.equal(toManifestAssets(JSON.stringify(entry)).names, undefined)
  })

  it('has a version that changes with the files, unless one is passed', () => {
    const other = text.replace('app-3', 'app-5')

    assert.match(toManifestAssets(text).version, /^[0-9a-f]{16}$/)
    assert.equal(toManifestAssets(text).version, toManifestAssets(text).version)
    assert.notEqual(toManifestAssets(text).version, toManifestAssets(other).version)
    assert.equal(toManifestAssets(text, { version: 'release-7' }).version, 'release-7')
  })

  it('rejects a manifest that cannot be read', () => {
    const broken = ['', '[', '3', '{"a":{}}']

    for (const text of broken) {
      assert.throws(() => toManifestAssets(text), { code: 'E_MANIFEST' }, text)
    }
  })
})
