import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolve } from 'node:path'
import { bucketOrigin, parseStorageUrl } from './storage-url.ts'

describe('parseStorageUrl', () => {
  it('reads folders, relative and absolute', () => {
    for (const [text, folder] of [
      ['file:./storage', resolve('storage')],
      ['file:/var/lib/app', '/var/lib/app'],
      ['file:///var/lib/app', '/var/lib/app'],
    ] as const) {
      assert.deepEqual(parseStorageUrl(text), { kind: 'folder', folder }, text)
    }
  })

  it('reads a bucket, its folder, region and server', () => {
    const url = 's3://files/a//b/?region=auto&endpoint=https://s3.example:9000'

    assert.deepEqual(parseStorageUrl(url), {
      kind: 'bucket',
      bucket: 'files',
      prefix: 'a/b/',
      region: 'auto',
      endpoint: 'https://s3.example:9000',
    })
    assert.deepEqual(parseStorageUrl('s3://files'), {
      kind: 'bucket',
      bucket: 'files',
      prefix: '',
      region: undefined,
      endpoint: undefined,
    })
  })

  it('says where browsers load files from', () => {
    const origins = [
      'file:storage',
      's3://files?region=eu-central-1',
      's3://my.files?region=eu-central-1',
      's3://files/prefix?endpoint=https://s3.example:9000/path',
      's3://files',
    ].map((text) => bucketOrigin(parseStorageUrl(text)))

    assert.deepEqual(origins, [
      undefined,
      'https://files.s3.eu-central-1.amazonaws.com',
      'https://s3.eu-central-1.amazonaws.com',
      'https://s3.example:9000',
      undefined,
    ])
  })

  it('refuses everything else, keys included, without repeating it', () => {
    for (const text of [
      'file:',
      './storage',
      's3://',
      's3://key:secret@files',
      's3://files?secret=x',
      's3://files?endpoint=s3.example',
      'https://files',
    ]) {
      assert.throws(
        () => parseStorageUrl(text),
        (error: Error) =>
          error.message.startsWith('STORAGE_URL is malformed') &&
          !error.message.includes('secret@'),
        text,
      )
    }
  })
})
