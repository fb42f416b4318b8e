import { fit, fitObject } from '../fit.ts'
import {
  createLines,
  fileImports,
  handlerText,
  listText,
  requestImport,
  sendTexts,
  shortHandlerText,
  updateLines,
  updateRequest,
  viewImport,
  viewText,
  type Access,
  type OwnColumn,
} from '../controller-templates.ts'
import type { Subject } from '../field.ts'
import { diskImports, filesOf, toFileHandler, toFilePath } from '../file-templates.ts'

/** `app/controllers/invoices.ts` of records that belong to a team: every query says `of(team)`. */
export function teamControllerText(subject: Subject, own?: OwnColumn): string {
  const { names } = subject
  const { model, singular, plural, pages, file, path } = names
  const frame = '...(await teamFrame(request, team, user))'
  const index = `redirect(route('${path}.index', { team: team.id }))`
  return `import { handler, page, redirect, route } from 'tenon'
${fileImports(subject)}${viewImport(subject)}${diskImports(subject, 'app/controllers')}import { ${model} } from '../models/${file}.ts'
import { Team } from '../models/team.ts'
${requestImport(subject)}import { inTeam, teamFrame } from './teams/team-frame.ts'

${viewText(subject)}export const index = handler(inTeam).run(async ({ team, user }, request) =>
  page('${pages}/Index', {
    ${frame},
    ${plural}: ${listText(`${model}.of(team)`, subject).replace('query.', 'request.query.')},
  }),
)

export const create = handler(inTeam).run(async ({ team, user }, request) =>
${fitObject(`  page('${pages}/Create', { ${frame}, ${singular}: null }),`)}
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
${shortHandlerText('edit', ['...inTeam', `${singular}: ${model}`], {
  call: `async ({ team, user, ${singular} }, request) =>`,
  result: `page('${pages}/Edit', { ${frame}, ${singular} })`,
})}

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
export function teamRoutesItem(
  { names, fields }: Subject,
  access: Exclude<Access, 'everybody'>,
): string {
  const { path, plural, singular, model } = names
  const route = (start: string, handler: string, ability: string): string => {
    const calls = [`.name('${path}.${handler}')`, `.can(${model}Policy.${ability})`]
    const call = `    ${start}, ${plural}.${handler})`
    return fit(
      `${call}${calls.join('')},`,
      `${call}\n${calls.map((each) => `      ${each}`).join('\n')},`,
    )
  }
  const files = filesOf(fields).map(
    (field) => `${route(`get('${toFilePath(field, names)}'`, toFileHandler(field), 'view')}\n`,
  )
  return `  group('/teams/{team}/${path}', [
${route(`get('/'`, 'index', 'viewAny')}
${route(`get('/create'`, 'create', 'create')}
${route(`post('/'`, 'store', 'create')}
${route(`get('/{${singular}}/edit'`, 'edit', 'update')}
${route(`put('/{${singular}}'`, 'update', 'update')}
${route(`del('/{${singular}}'`, 'destroy', 'delete')}
${files.join('')}  ])
    .middleware(auth.${access})
    .middleware(asMember),
`
}
