import { Select } from '../parts/Select.tsx'
import { roleNames, type Role } from './roles.ts'
import { roleLabel } from '../../words/teams.ts'

/** A labelled choice of a role. */
export function RoleField({ roles }: { roles: readonly Role[] }) {
  return (
    <Select
      name="role"
      label={roleLabel()}
      options={roles}
      text={(role) => roleNames[role]()}
      defaultValue="member"
    />
  )
}
