import { action, Form } from 'tenon/react'
import { Confirm } from '../accounts/Confirm.tsx'
import { givenRoles, roleNames, type Role } from './roles.ts'
import { makeNamedRole, makeRole, removeMember, removeNamed, you } from '../../words/teams.ts'

export interface MemberRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly isSelf: boolean
  readonly canChangeRole: boolean
  readonly canRemove: boolean
}

interface MembersProps {
  readonly team: { readonly id: number }
  readonly members: readonly MemberRow[]
}

/** The members of a team, with the actions that the user may take. */
export function Members({ team, members }: MembersProps) {
  return (
    <ul className="rows">
      {members.map((member) => (
        <li key={member.id}>
          <div>
            <strong>{member.name}</strong>
            <span className={member.role === 'member' ? 'badge plain' : 'badge'}>
              {roleNames[member.role]?.() ?? member.role}
            </span>
            {member.isSelf && <span className="badge plain">{you()}</span>}
            <p className="hint">{member.email}</p>
          </div>
          <div className="controls">
            {member.canChangeRole &&
              givenRoles
                .filter((role) => role !== member.role)
                .map((role) => <RoleForm key={role} team={team.id} member={member} role={role} />)}
            {member.canRemove && (
              <Confirm
                action={action('members.destroy', { team: team.id, membership: member.id })}
                title={removeNamed({ name: member.name })}
                submit={removeMember()}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function RoleForm({ team, member, role }: { team: number; member: MemberRow; role: Role }) {
  const name = roleNames[role]()
  return (
    <Form
      action={action('members.update', { team, membership: member.id })}
      options={{ preserveScroll: true }}
    >
      <input type="hidden" name="role" value={role} />
      <button className="press plain" aria-label={makeNamedRole({ name: member.name, role: name })}>
        {makeRole({ role: name })}
      </button>
    </Form>
  )
}
