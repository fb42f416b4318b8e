import { isFrameworkTable } from '../../../data/database/places/framework-tables.ts'
import type { OwnTable } from '../../../data/own/own-table.ts'
import { runningModelTable } from '../../../data/introspection/rolling/running-model-table.ts'
import { auditTable } from '../../../data/models/audits/audit-table.ts'
import { usedLinkTable } from '../../../identity/accounts/links/used-link-table.ts'
import { loginTable } from '../../../identity/accounts/authentication/logins/login-table.ts'
import { identityTable } from '../../../identity/oauth/identity-table.ts'
import { passkeyTable } from '../../../identity/passkeys/passkey-table.ts'
import { authenticatorTable } from '../../../identity/accounts/second-factor/authenticator-table.ts'
import { recoveryCodeTable } from '../../../identity/accounts/second-factor/recovery-code-table.ts'
import { tokenTable } from '../../../identity/accounts/tokens/token-table.ts'
import { jobTables } from '../../../work/jobs/job-tables.ts'
import { ledgerTables } from '../../../work/schedule/ledger-tables.ts'
import { sessionTable } from '../../../identity/session/session-table.ts'
import { maintenanceTable } from '../../maintenance/maintenance.ts'

/** All of Tenon's own tables. A database has those that were needed so far. */
export const ownTables: readonly OwnTable[] = [
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
  auditTable,
  runningModelTable,
]

/**
 * Whether a table is Tenon's own. A table with a former name of ours counts only if it also has the columns: an
 * application may have a table `sessions` of its own.
 */
export function isOwnTable(name: string, columns: ReadonlySet<string>): boolean {
  const former = ownTables.flatMap(({ upgrades = [] }) =>
    upgrades.flatMap(({ from }) => from ?? []),
  )
  const found = former.find((each) => each.name === name)
  return isFrameworkTable(name) || found?.columns.every((column) => columns.has(column)) === true
}
