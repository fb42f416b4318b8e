import type { OwnTable } from '../../../data/database/own/own-table.ts'
import { usedLinkTable } from '../../../services/auth/links/used-link-table.ts'
import { loginTable } from '../../../services/auth/logins/login-table.ts'
import { identityTable } from '../../../services/auth/oauth/identity-table.ts'
import { passkeyTable } from '../../../services/auth/passkeys/passkey-table.ts'
import { authenticatorTable } from '../../../services/auth/second-factor/authenticator-table.ts'
import { recoveryCodeTable } from '../../../services/auth/second-factor/recovery-code-table.ts'
import { tokenTable } from '../../../services/auth/tokens/token-table.ts'
import { jobTables } from '../../../services/jobs/job-tables.ts'
import { ledgerTables } from '../../../services/schedule/ledger-tables.ts'
import { sessionTable } from '../../../services/session/session-table.ts'
import { maintenanceTable } from '../../maintenance/maintenance-table.ts'

/** All tables of our own. A database has those that were needed so far. */
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
]
