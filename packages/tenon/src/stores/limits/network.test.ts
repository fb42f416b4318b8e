import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toNetwork } from './network.ts'

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

    for (const address of addresses) assert.equal(toNetwork(address), '2001:db8:1:2::/64')
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
