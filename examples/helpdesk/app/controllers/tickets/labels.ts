import { handler, page, redirect, route } from 'tenon'
import { allows } from 'tenon/auth'
import { flash } from 'tenon/pages'
import { Label } from '../../models/label.ts'
import { LabelPolicy } from '../../policies/label-policy.ts'
import { LabelRequest } from '../../requests/ticket-requests.ts'
import { LabelView } from '../../views.ts'
import { inTeam, teamFrame } from '../teams/team-frame.ts'
import { labelAdded, labelDeleted } from '../../../resources/words/tickets.ts'

export const index = handler(inTeam).run(async ({ team, user }, request) =>
  page('Labels/Index', {
    ...(await teamFrame(request, team, user)),
    labels: await Label.of(team).orderBy('name').limit(1000).select(LabelView).all(),
    canChange: await allows(request, LabelPolicy.create),
  }),
)

export const store = handler({ ...inTeam, form: LabelRequest }).run(
  async ({ team, form }, request) => {
    await Label.of(team).create(form)
    flash(request, { notice: labelAdded() })
    return redirect(route('labels.index', { team: team.id }))
  },
)

export const destroy = handler({ ...inTeam, label: Label }).run(
  async ({ team, label }, request) => {
    await label.delete()
    flash(request, { notice: labelDeleted({ name: label.name }) })
    return redirect(route('labels.index', { team: team.id }))
  },
)
