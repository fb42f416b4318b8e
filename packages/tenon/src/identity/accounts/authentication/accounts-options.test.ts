import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { c } from '../../../data/columns/columns.ts'
import { Model } from '../../../data/models/model.ts'
import { toAccountsSetup } from './accounts-options.ts'

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
}) {}

describe('the message after too many attempts', () => {
  it('says the time in seconds, and from two minutes on in minutes', () => {
    const { messages } = toAccountsSetup(User, { login: 'email', password: 'password' })

    const [one, two, some, minutes] = [1, 2, 119, 121].map(messages.tooMany)

    assert.match(one ?? '', /in 1 second\.$/)
    assert.match(two ?? '', /in 2 seconds\.$/)
    assert.match(some ?? '', /in 119 seconds\.$/)
    assert.match(minutes ?? '', /in 3 minutes\.$/)
  })
})
