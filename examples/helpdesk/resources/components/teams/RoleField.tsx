import { roleNames, type Role } from './roles.ts'
import { roleLabel } from '../../words/teams.ts'

/** A labelled choice of a role. */
export function RoleField({ roles }: { roles: readonly Role[] }) {
  return (
    <div className="field">
      <label htmlFor="role">{roleLabel()}</label>
      <div className="entry">
        <select id="role" name="role" defaultValue="member">
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleNames[role]()}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
