import { handler, redirect, route } from 'tenon'
import { Conflict, ValidationFailed } from 'tenon/errors'
import { flash } from 'tenon/pages'
import { rolesBelow } from '../../../resources/components/teams/roles.ts'
import { auth } from '../../auth.ts'
import { member } from '../../member.ts'
import { Invitation } from '../../models/invitation.ts'
import { Membership } from '../../models/membership.ts'
import { Team } from '../../models/team.ts'
import { InvitationRequest } from '../../requests/team-requests.ts'
import { sendInvitation } from '../../team-mails.ts'
import { whileMember } from '../../while-member.ts'
import { inTeam } from './team-frame.ts'
import {
  invitationSent,
  invitationWithdrawn,
  isInvitedAbove,
  isMemberAlready,
  mailedTooOften,
  rolesBelowOwn,
  teamHasChanged,
} from '../../../resources/words/teams.ts'

const lifetime = 7 * 24 * 60 * 60 * 1000

/**
 * Inviting an address again sends another mail, with the new role. The response does not reveal if it has an account.
 */
export const store = handler({ ...inTeam, form: InvitationRequest }).run(
  async ({ team, user, member, form }, request) => {
    const { email, role } = form
    if (!rolesBelow(member.role).includes(role)) {
      throw new ValidationFailed({ role: rolesBelowOwn() })
    }
    const isMember = await Membership.of(team)
      .whereHas('user', (users) => users.where('email', email))
      .exists()
    if (isMember) throw new ValidationFailed({ email: isMemberAlready() })
    if (!(await auth.links.mayMail(email, 'invitation'))) {
      throw new ValidationFailed({ email: mailedTooOften() })
    }
    await whileMember(member, async () => {
      const expires_at = new Date(Date.now() + lifetime)
      const values = { role, inviter_id: user.id, expires_at }
      const sent = await Invitation.of(team).where('email', email).first()
      if (sent !== null && !rolesBelow(member.role).includes(sent.role)) {
        throw new ValidationFailed({ email: isInvitedAbove() })
      }
      const invitation = await Invitation.of(team).updateOrCreate({ email }, values)
      await sendInvitation(invitation, user)
    })
    flash(request, { notice: invitationSent({ email }) })
    return redirect(route('members.index', { team: team.id }))
  },
)

export const destroy = handler({ team: Team, member, invitation: Invitation }).run(
  async ({ team, member, invitation }, request) => {
    await whileMember(member, async () => {
      const { id, role } = invitation
      // The policy has judged this role. Somebody above may have given it another one meanwhile.
      const judged = await Invitation.of(team).where('id', id).where('role', role).first()
      if (judged === null) throw new Conflict(teamHasChanged())
      await judged.delete()
    })
    flash(request, { notice: invitationWithdrawn() })
    return redirect(route('members.index', { team: team.id }))
  },
)
