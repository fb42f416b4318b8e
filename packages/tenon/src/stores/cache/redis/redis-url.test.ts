import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeRedisUrl, resolveRedisUrl } from './redis-url.ts'

describe('resolveRedisUrl', () => {
  it('parses host, port, database, user, password and prefix', () => {
    const url = resolveRedisUrl('rediss://us%65r:p%40ss%2F@cache.internal:7000/2?prefix=shop')

    assert.deepEqual(url, {
      host: 'cache.internal',
      port: 7000,
      isEncrypted: true,
      username: 'user',
      password: 'p@ss/',
      database: 2,
      prefix: 'shop:',
    })
    assert.equal(describeRedisUrl(url), 'rediss://cache.internal:7000/2')
  })

  it('has defaults for everything but the host', () => {
    assert.deepEqual(resolveRedisUrl('redis://[::1]'), {
      host: '::1',
      port: 6379,
      isEncrypted: false,
      username: undefined,
      password: undefined,
      database: 0,
      prefix: 'tenon:',
    })
  })

  it('reads a host with any letters', () => {
    assert.equal(resolveRedisUrl('redis://cache.müller.de').host, 'cache.xn--mller-kva.de')
  })

  it('names the variable but shows no password in any error', () => {
    const urls = [
      'secret',
      'http://user:secret@host',
      'redis://',
      'redis://:secret@',
      'redis://user:sec#ret@host',
      'redis://user:sec/ret@host',
      'redis://user:secret%@host',
      'redis://user:secret@host:port',
      'redis://user:secret@a%20host',
      'redis://user:secret@host/main',
      'redis://user:secret@host/999999',
      'redis://user:secret@host?db=1',
      'redis://user:secret@host?prefix=a%20secret',
    ]

    for (const url of urls) {
      assert.throws(
        () => resolveRedisUrl(url),
        (error: Error & { code: string }) =>
          error.code === 'E_REDIS_URL' &&
          error.message.startsWith('REDIS_URL ') &&
          !/sec|main/.test(error.message) &&
          error.cause === undefined,
        url,
      )
    }
  })
})
