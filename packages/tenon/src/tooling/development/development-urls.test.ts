import assert from 'node:assert/strict'
import type { NetworkInterfaceInfo } from 'node:os'
import { describe, it } from 'node:test'
import { toDevelopmentUrls } from './development-urls.ts'

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
