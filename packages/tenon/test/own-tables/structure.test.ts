import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { maintenanceTable } from '../../src/application/maintenance/maintenance-table.ts'
import { createOwnTables } from '../../src/data/database/own/own-tables.ts'
import { usedLinkTable } from '../../src/services/auth/links/used-link-table.ts'
import { loginTable } from '../../src/services/auth/logins/login-table.ts'
import { identityTable } from '../../src/services/auth/oauth/identity-table.ts'
import { passkeyTable } from '../../src/services/auth/passkeys/passkey-table.ts'
import { authenticatorTable } from '../../src/services/auth/second-factor/authenticator-table.ts'
import { recoveryCodeTable } from '../../src/services/auth/second-factor/recovery-code-table.ts'
import { tokenTable } from '../../src/services/auth/tokens/token-table.ts'
import { jobTables } from '../../src/services/jobs/job-tables.ts'
import { ledgerTables } from '../../src/services/schedule/ledger-tables.ts'
import { sessionTable } from '../../src/services/session/session-table.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createFirstTables } from './first-tables.ts'
import { readStructure } from './read-structure.ts'

const tables = [
  ...jobTables,
  ...ledgerTables,
  sessionTable,
  loginTable,
  identityTable,
  authenticatorTable,
  recoveryCodeTable,
  passkeyTable,
  usedLinkTable,
  tokenTable,
  maintenanceTable,
]

forEachDialect('the tables of our own', (open) => {
  it('are created from their descriptions as they were first released', async () => {
    const [first, described] = [await open(), await open()]
    await createFirstTables(first)

    await createOwnTables(described, tables)

    assert.deepEqual(await readStructure(described), await readStructure(first))
  })
})
