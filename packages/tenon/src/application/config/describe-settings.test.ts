import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeSettings } from './describe-settings.ts'
import { toSettings } from './settings.ts'

const addresses = {
  APP_URL: 'https://example.com/app',
  DATABASE_REPLICA_URL: 'postgres://ada:secret@first/app,postgres://ada:secret@second/app',
  STORAGE_URL: 's3://files/tenon',
  MAIL_URL: 'smtp://secret:secret@mail.example',
  MAIL_FALLBACK_URL: 'smtp://secret:secret@other.example',
}

describe('the described settings', () => {
  it('have the addresses of servers, of named databases too, and no secrets of them', () => {
    const settings = toSettings(new Map(Object.entries(addresses)))
    const urls = new Map([['orders', 'postgres://ada:secret@db/orders']])

    const described = describeSettings(settings, urls)

    const values = new Map(described.map(({ variable, value }) => [variable, value]))
    assert.equal(values.get('APP_URL'), 'https://example.com/app')
    assert.equal(
      values.get('DATABASE_REPLICA_URL'),
      'postgres://ada@first/app, postgres://ada@second/app',
    )
    assert.equal(values.get('ORDERS_DATABASE_URL'), 'postgres://ada@db/orders')
    assert.equal(values.get('STORAGE_URL'), 's3://files/tenon')
    assert.doesNotMatch(JSON.stringify(described), /secret/)
  })
})
