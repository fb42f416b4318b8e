import { handler, page, redirect, route } from 'tenon'
import { allows } from 'tenon/auth'
import { flash } from 'tenon/pages'
import { Project } from '../../models/project.ts'
import { Team } from '../../models/team.ts'
import { ProjectPolicy } from '../../policies/project-policy.ts'
import { ProjectRequest } from '../../requests/team-requests.ts'
import { inTeam, teamFrame } from './team-frame.ts'
import { projectAdded, projectDeleted } from '../../../resources/words/projects.ts'
import { nameIsSaved } from '../../../resources/words/teams.ts'

export const index = handler(inTeam).run(async ({ team, user }, request) => {
  const projects = await Project.of(team).with('creator').orderBy('name').limit(1000).all()
  return page('Projects/Index', {
    ...(await teamFrame(request, team, user)),
    projects: await Promise.all(
      projects.map(async (project) => ({
        id: project.id,
        name: project.name,
        creator: project.creator?.name ?? null,
        created_at: project.created_at,
        canUpdate: await allows(request, ProjectPolicy.update, project),
      })),
    ),
  })
})

export const store = handler({ ...inTeam, form: ProjectRequest }).run(
  async ({ team, user, form }, request) => {
    await Project.of(team).create({ name: form.name, creator_id: user.id })
    flash(request, { notice: projectAdded() })
    return redirect(route('projects.index', { team: team.id }))
  },
)

/** The project is looked up within the team: a project of another team is a 404. */
export const edit = handler({ ...inTeam, project: Project }).run(
  async ({ team, user, project }, request) =>
    page('Projects/Edit', {
      ...(await teamFrame(request, team, user)),
      project: { id: project.id, name: project.name },
    }),
)

export const update = handler({ team: Team, project: Project, form: ProjectRequest }).run(
  async ({ team, project, form }, request) => {
    await project.update({ name: form.name })
    flash(request, { notice: nameIsSaved() })
    return redirect(route('projects.index', { team: team.id }))
  },
)

export const destroy = handler({ team: Team, project: Project }).run(
  async ({ team, project }, request) => {
    await project.delete()
    flash(request, { notice: projectDeleted({ name: project.name }) })
    return redirect(route('projects.index', { team: team.id }))
  },
)
