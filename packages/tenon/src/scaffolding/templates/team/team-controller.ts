import { fit } from '../fit.ts'
import {
  createLines,
  fileImports,
  fileRoutes,
  handlerText,
  listText,
  optionImports,
  optionsProp,
  optionsText,
  pageRouteParts,
  policedRoute,
  requestImport,
  sendTexts,
  updateLines,
  updateRequest,
  viewImport,
  viewText,
  type Access,
  type OwnColumn,
} from '../controller-templates.ts'
import type { Subject } from '../field.ts'
import { diskImports } from '../file-templates.ts'

/** `app/controllers/invoices.ts` of records that belong to a team: every query says `of(team)`. */
export function teamControllerText(subject: Subject, own?: OwnColumn): string {
  const { names } = subject
  const { model, singular, plural, pages, file, path } = names
  const frame = '...(await teamFrame(request, team, user))'
  const index = `redirect(route('${path}.index', { team: team.id }))`
  const editHead = `export const edit = handler({ ...inTeam, ${singular}: ${model} }).run(`
  const editCall = `async ({ team, user, ${singular} }, request) =>`
  const options = optionsProp(subject)
  const toPage = (page: string, record: string, indent: string): string => {
    const props = [frame, ...options, record]
    const lines = props.map((prop) => `${indent}  ${prop},\n`).join('')
    return fit(
      `${indent}page('${pages}/${page}', { ${props.join(', ')} }),`,
      `${indent}page('${pages}/${page}', {\n${lines}${indent}}),`,
    )
  }
  return `import { handler, page, redirect, route } from 'tenon'
${fileImports(subject)}${viewImport(subject)}${diskImports(subject, 'app/controllers')}import { ${model} } from '../models/${file}.ts'
${optionImports(subject)}import { Team } from '../models/team.ts'
${requestImport(subject)}import { inTeam, teamFrame } from './teams/team-frame.ts'

${viewText(subject)}${optionsText(subject)}export const index = handler(inTeam).run(async ({ team, user }, request) =>
  page('${pages}/Index', {
    ${frame},
    ${plural}: ${listText(`${model}.of(team)`, subject).replace('query.', 'request.query.')},
  }),
)

export const create = handler(inTeam).run(async ({ team, user }, request) =>
${toPage('Create', `${singular}: null`, '  ')}
)

${handlerText(
  'store',
  own === undefined
    ? ['team: Team', `form: ${model}Request`]
    : ['...inTeam', `form: ${model}Request`],
  [...createLines(`${model}.of(team)`, subject, own), `return ${index}`],
  own === undefined ? ['team', 'form'] : ['team', 'user', 'form'],
)}

/** The ${names.label} is looked up within the team: that of another one is a 404. */
${editHead}
  ${editCall}
${toPage('Edit', singular, '    ')}
)

${handlerText(
  'update',
  ['team: Team', `${singular}: ${model}`, `form: ${updateRequest(subject)}`],
  [...updateLines(subject), `return ${index}`],
)}

${handlerText(
  'destroy',
  ['team: Team', `${singular}: ${model}`],
  [`await ${singular}.delete()`, `return ${index}`],
)}
${sendTexts(subject, ['team: Team'])}`
}

/** The group of routes in `app/team-routes.ts`: each asks the policy what a member may do. */
export function teamRoutesItem(subject: Subject, access: Exclude<Access, 'everybody'>): string {
  const routes = [...pageRouteParts(subject), ...fileRoutes(subject)]
  return `  group('/teams/{team}/${subject.names.path}', [
${routes.map((route) => `${policedRoute(subject.names, route)}\n`).join('')}  ])
    .middleware(auth.${access})
    .middleware(asMember),
`
}
