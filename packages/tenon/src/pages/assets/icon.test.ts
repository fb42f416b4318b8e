import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { emptyIcon, hasIcon, toIconTags } from './icon.ts'

describe('toIconTags', () => {
  it('links the icons that the folder has, the SVG last', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-icon-'))
    writeFileSync(join(folder.path, 'icon.svg'), '<svg/>')
    writeFileSync(join(folder.path, 'favicon.ico'), '')

    assert.equal(
      toIconTags(folder.path),
      '<link rel="icon" href="/favicon.ico" sizes="32x32">\n' +
        '<link rel="icon" href="/icon.svg" type="image/svg+xml">\n',
    )
  })

  it('links an empty icon where there is none, so that browsers do not ask for one', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-icon-'))

    assert.equal(toIconTags(folder.path), emptyIcon)
    assert.equal(toIconTags(join(folder.path, 'missing')), emptyIcon)
  })
})

describe('hasIcon', () => {
  it('finds the link of an icon, however it is written', () => {
    assert.equal(hasIcon('<link rel="icon" href="/a.png">'), true)
    assert.equal(hasIcon("<LINK href=/a.png rel='shortcut icon'>"), true)
    assert.equal(hasIcon('<link rel=icon href=/a.png>'), true)
    assert.equal(hasIcon('<link rel="stylesheet" href="/icon.css"><p>icon</p>'), false)
  })
})
