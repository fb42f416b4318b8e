import { action } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { Invitations, type InvitationRow } from '../../components/teams/Invitations.tsx'
import { Members as MemberList, type MemberRow } from '../../components/teams/Members.tsx'
import { RoleField } from '../../components/teams/RoleField.tsx'
import type { Role } from '../../components/teams/roles.ts'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'

interface MembersProps extends TeamFrame {
  readonly members: readonly MemberRow[]
  readonly invitations: readonly InvitationRow[]
  /** The roles that the user may give; none if they may not invite. */
  readonly rolesToGive: readonly Role[]
}

export default function Members(props: MembersProps) {
  const { team, can, members, invitations, rolesToGive } = props
  return (
    <TeamLayout {...props} title="Members" current="members">
      <Section title="In this team" about="Who works here, and what they may do.">
        <MemberList team={team} members={members} />
      </Section>

      {can.invite && (
        <Section
          title="Invite somebody"
          about="We send a link to their address. It works for a week, and only for that address."
        >
          <AccountForm
            action={action('invitations.store', { team: team.id })}
            submit="Send invitation"
            labels={{ email: 'Email address', role: 'Role' }}
          >
            <Field name="email" label="Email address" type="email" autoComplete="off" />
            <RoleField roles={rolesToGive} />
          </AccountForm>
        </Section>
      )}

      {invitations.length > 0 && (
        <Section title="Open invitations" about="Nobody has accepted these yet.">
          <Invitations team={team} invitations={invitations} />
        </Section>
      )}

      {can.leave && (
        <Section title="Leave the team" about="You lose access to all that belongs to it.">
          <AccountForm
            action={action('members.leave', { team: team.id })}
            submit="Leave the team"
            isDangerous
          />
        </Section>
      )}
    </TeamLayout>
  )
}
