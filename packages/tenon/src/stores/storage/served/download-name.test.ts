import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toDownloadName } from './download-name.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

describe('toDownloadName', () => {
  for (const [name, key, saved] of [
    ['notes.txt', 'txt', 'notes.txt'],
    ['server.log', 'txt', 'server.log'],
    ['DATA.CSV', 'txt', 'DATA.CSV'],
    ['photo.jpeg', 'jpg', 'photo.jpeg'],
    ['letter.docx', 'zip', 'letter.docx'],
    ['source.tar.gz', 'tar.gz', 'source.tar.gz'],
    ['setup.exe', 'exe', 'setup.exe'],
    ['page.html', 'html', 'page.html'],
    ['README', 'txt', 'README'],
    ['model.step', '', 'model.step'],
  ] as const) {
    it(`leaves ${name} as it is for a file that is stored as "${key}"`, () => {
      assert.equal(toDownloadName(name, toKey(key)), saved)
    })
  }

  for (const [name, key, saved] of [
    ['invoice.pdf.hta', 'txt', 'invoice.pdf.hta.txt'],
    ['evil.HTML', 'txt', 'evil.HTML.txt'],
    ['picture.svg', 'png', 'picture.svg.png'],
    ['setup.exe', 'pdf', 'setup.exe.pdf'],
    ['invoice.hta.', 'txt', 'invoice.hta..txt'],
    ['invoice.hta ', 'txt', 'invoice.hta .txt'],
    ['invoice.hta . .', 'txt', 'invoice.hta . ..txt'],
    ['.desktop', 'txt', '.desktop.txt'],
  ] as const) {
    it(`saves "${name}" as "${saved}" if it is stored as "${key}"`, () => {
      assert.equal(toDownloadName(name, toKey(key)), saved)
    })
  }
})

function toKey(extension: string): string {
  return extension === '' ? id : `${id}.${extension}`
}
