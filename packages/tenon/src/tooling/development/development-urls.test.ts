import assert from 'node:assert/strict'
import type { NetworkInterfaceInfo } from 'node:os'
import { describe, it } from 'node:test'
import { toAskedOrigin, toDevelopmentUrls, toNames } from './development-urls.ts'

const toInterface = (address: string, internal: boolean): NetworkInterfaceInfo => ({
  address,
  internal,
  family: 'IPv4',
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: `${address}/24`,
})

const interfaces = {
  lo: [toInterface('127.0.0.1', true)],
  eth0: [toInterface('192.168.0.7', false)],
  docker0: [toInterface('172.17.0.1', false)],
}

describe('toDevelopmentUrls', () => {
  it('is localhost, as in mails, or the address that the server listens on', () => {
    const toOwn = (address: string) => toDevelopmentUrls({ address, port: 80 }, interfaces)

    assert.deepEqual(toOwn('127.0.0.1'), { own: 'http://localhost:80', network: [] })
    assert.deepEqual(toOwn('::1'), { own: 'http://localhost:80', network: [] })
    assert.deepEqual(toOwn('192.168.0.7'), { own: 'http://192.168.0.7:80', network: [] })
    assert.deepEqual(toOwn('fd00::7'), { own: 'http://[fd00::7]:80', network: [] })
  })

  it('is localhost, and each address of the machine in a network, for a server that listens on all', () => {
    const network = ['http://192.168.0.7:8080', 'http://172.17.0.1:8080']
    const expected = { own: 'http://localhost:8080', network }

    assert.deepEqual(toDevelopmentUrls({ address: '0.0.0.0', port: 8080 }, interfaces), expected)
    assert.deepEqual(toDevelopmentUrls({ address: '::', port: 8080 }, interfaces), expected)
  })
})

describe('toAskedOrigin', () => {
  it('is the address of this machine that a phone opens', () => {
    assert.equal(toAskedOrigin('192.168.0.7:8080', interfaces), 'http://192.168.0.7:8080')
  })

  it('is undefined for any other host, which may be a forgery', () => {
    const hosts = ['6.6.6.6:8080', 'evil.example', 'localhost:8080', '127.0.0.1', 'undefined', '']

    const asked = hosts.map((host) => toAskedOrigin(host, interfaces))

    assert.deepEqual(new Set(asked), new Set([undefined]))
  })
})

describe('toNames', () => {
  it('has the names of SERVER_HOST and APP_URL, and no addresses', () => {
    const appUrl = 'http://tenon.test:8080'

    assert.deepEqual(toNames({ host: '0.0.0.0', appUrl }), ['tenon.test'])
    assert.deepEqual(toNames({ host: 'laptop.local', appUrl: undefined }), ['laptop.local'])
    assert.deepEqual(toNames({ host: '::', appUrl: 'http://10.0.0.1' }), [])
  })
})
