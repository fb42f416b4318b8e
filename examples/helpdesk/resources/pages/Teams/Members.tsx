import { action } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Confirm } from '../../components/accounts/Confirm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { Invitations, type InvitationRow } from '../../components/teams/Invitations.tsx'
import { Members as MemberList, type MemberRow } from '../../components/teams/Members.tsx'
import { RoleField } from '../../components/teams/RoleField.tsx'
import type { Role } from '../../components/teams/roles.ts'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { emailAddress } from '../../words/accounts.ts'
import {
  inThisTeam,
  inThisTeamAbout,
  inviteAbout,
  inviteSomebody,
  leaveAbout,
  leaveNamed,
  leaveTeam,
  membersTitle,
  openInvitations,
  openInvitationsAbout,
  sendInvitationSubmit,
} from '../../words/teams.ts'

interface MembersProps extends TeamFrame {
  readonly members: readonly MemberRow[]
  readonly invitations: readonly InvitationRow[]
  /** The roles that the user may give; empty if they may not invite. */
  readonly rolesToGive: readonly Role[]
}

export default function Members(props: MembersProps) {
  const { team, can, members, invitations, rolesToGive } = props
  return (
    <TeamLayout {...props} title={membersTitle()} current="members">
      <Section title={inThisTeam()} about={inThisTeamAbout()}>
        <MemberList team={team} members={members} />
      </Section>

      {can.invite && (
        <Section title={inviteSomebody()} about={inviteAbout()}>
          <AccountForm
            action={action('invitations.store', { team: team.id })}
            submit={sendInvitationSubmit()}
            fields={['email', 'role']}
          >
            <Field name="email" label={emailAddress()} type="email" autoComplete="off" />
            <RoleField roles={rolesToGive} />
          </AccountForm>
        </Section>
      )}

      {invitations.length > 0 && (
        <Section title={openInvitations()} about={openInvitationsAbout()}>
          <Invitations team={team} invitations={invitations} />
        </Section>
      )}

      {can.leave && (
        <Section title={leaveTeam()} about={leaveAbout()}>
          <Confirm
            action={action('members.leave', { team: team.id })}
            title={leaveNamed({ team: team.name })}
            submit={leaveTeam()}
            isDangerous
          />
        </Section>
      )}
    </TeamLayout>
  )
}
