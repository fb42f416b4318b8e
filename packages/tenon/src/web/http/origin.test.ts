import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import type { IncomingHeaders } from './exchange.ts'
import { isHost, parseTrustedProxies, readOrigin, toNetwork } from './origin.ts'

function read(remoteAddress: string, trusted: string, headers: IncomingHeaders) {
  const proxies = parseTrustedProxies(trusted)
  assert.ok(proxies)
  return readOrigin({ remoteAddress, isEncrypted: false, headers }, proxies)
}

const forwarded = {
  host: 'inner:8080',
  'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.2',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'example.com',
}

describe('readOrigin', () => {
  it('ignores forwarded headers of an untrusted peer', () => {
    const peer = { ip: '10.0.0.1', protocol: 'http', host: 'inner:8080' }

    assert.deepEqual(read('10.0.0.1', '', forwarded), peer)
    assert.deepEqual(read('10.0.0.1', '192.168.0.0/16', forwarded), peer)
  })

  it('returns the rightmost address that is not a trusted proxy', () => {
    const origin = { ip: '1.2.3.4', protocol: 'https', host: 'example.com' }

    assert.deepEqual(read('10.0.0.1', '10.0.0.0/8', forwarded), origin)
    assert.deepEqual(read('::ffff:10.0.0.1', '10.0.0.0/8', forwarded), origin)
  })

  it('reads addresses with a port', () => {
    for (const [hop, ip] of [
      ['1.2.3.4:80', '1.2.3.4'],
      ['[2001:db8::7]:443', '2001:db8::7'],
      ['[2001:db8::7]', '2001:db8::7'],
    ]) {
      assert.equal(
        read('10.0.0.1', '10.0.0.0/8', { 'x-forwarded-for': `${hop}, 10.0.0.2:1` }).ip,
        ip,
        String(hop),
      )
    }
  })

  it('stops at an entry that is not an address, and returns the proxy next to it', () => {
    for (const hops of ['1.2.3.4, unknown, 10.0.0.2', '1.2.3.4,,10.0.0.2', '1.2:x, 10.0.0.2']) {
      assert.equal(read('10.0.0.1', '10.0.0.0/8', { 'x-forwarded-for': hops }).ip, '10.0.0.2', hops)
    }
    assert.equal(read('10.0.0.1', '10.0.0.0/8', {}).ip, '10.0.0.1')
    assert.equal(read('::1', '::1', { 'x-forwarded-for': '2001:db8::7' }).ip, '2001:db8::7')
  })

  it('validates the protocol and host, and uses the last of a list', () => {
    const read1 = (headers: IncomingHeaders) => read('::1', '::1', { host: 'inner', ...headers })

    assert.equal(read1({ 'x-forwarded-proto': 'http, HTTPS' }).protocol, 'https')
    assert.equal(read1({ 'x-forwarded-proto': 'javascript' }).protocol, 'http')
    assert.equal(read1({ 'x-forwarded-host': 'evil.com, example.com:81' }).host, 'example.com:81')
    for (const host of ['a b', 'a/b', 'user@a', '', 'a..b', 'a:99999999', '"a"']) {
      assert.equal(read1({ 'x-forwarded-host': host }).host, 'inner', host)
    }
  })
})

describe('parseTrustedProxies', () => {
  it('refuses entries that are neither an address nor a range', () => {
    for (const text of [
      'localhost',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '::/129',
      '10.0.0',
    ]) {
      assert.equal(parseTrustedProxies(text), undefined, text)
    }
  })

  it('knows when no proxy is trusted', () => {
    assert.equal(parseTrustedProxies(' ')?.isEmpty, true)
    assert.equal(parseTrustedProxies('127.0.0.1, ::1')?.isEmpty, false)
  })
})

describe('isHost', () => {
  it('accepts names, addresses and ports, and nothing else', () => {
    for (const host of [
      'a',
      'example.com',
      'example.com.',
      'a_b:1',
      '127.0.0.1:8080',
      '[::1]',
      '[::1]:80',
    ]) {
      assert.equal(isHost(host), true, host)
    }
    for (const host of [
      '',
      '.',
      '-a',
      'a:',
      'a:b',
      'a:123456',
      'a/b',
      'a?b',
      'a#b',
      'a@b',
      'a b',
      '::1',
      '[',
      '[]',
      'a:65536',
      '[:::::]',
      '[1.2.3.4]',
      '999.1.1.1',
      '1.2.3',
      'a.0x7f',
    ]) {
      assert.equal(isHost(host), false, host)
    }
  })
})

describe('toNetwork', () => {
  it('maps every notation of an IPv6 address to the same /64', () => {
    const addresses = [
      '2001:db8:1:2::1',
      '2001:0DB8:0001:0002:0000:0000:0000:0001',
      '2001:db8:1:2:3:4:5:6',
      '2001:db8:1:2:3:4::',
      '2001:db8:1:2:3::192.0.2.1',
      '2001:db8:1:2::1%eth0',
    ]

    for (const address of addresses) assert.equal(toNetwork(address), '2001:db8:1:2::/64', address)
  })

  it('expands ::', () => {
    assert.equal(toNetwork('::1'), '0:0:0:0::/64')
    assert.equal(toNetwork('::'), '0:0:0:0::/64')
    assert.equal(toNetwork('1::'), '1:0:0:0::/64')
    assert.equal(toNetwork('1:2::3:4:5:6:7'), '1:2:0:3::/64')
    assert.equal(toNetwork('::2:3:4:5:6:7:8'), '0:2:3:4::/64')
    assert.equal(toNetwork('64:ff9b::192.0.2.1'), '64:ff9b:0:0::/64')
  })

  it('returns anything else unchanged', () => {
    for (const key of ['192.0.2.1', 'user:5', '', 'g::b', '::1::'])
      assert.equal(toNetwork(key), key)
  })
})
