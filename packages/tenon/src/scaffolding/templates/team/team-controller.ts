import { fitObject } from '../fit.ts'
import {
  createLines,
  fileImports,
  flashImport,
  handlerText,
  listText,
  optionImports,
  optionsProp,
  optionsText,
  requestImport,
  sendTexts,
  shortHandlerText,
  toTellings,
  refuseSelf,
  updateLines,
  updateRequest,
  viewImport,
  viewText,
} from '../controller-templates.ts'
import {
  fileRoutes,
  pageRouteParts,
  policedRoute,
  type PageAccess,
} from '../routes/route-templates.ts'
import type { Subject } from '../field.ts'
import { diskImports } from '../file-templates.ts'
import { redirectLines, titlesProp, titlesText, toListLine } from '../show/details.ts'
import type { Whose } from '../whose/whose.ts'
import { toNotices, type SpokenSubject } from '../words/resource-words.ts'

/** `app/controllers/invoices.ts` of records that belong to a team: every query says `of(team)`. */
export function teamControllerText(subject: SpokenSubject, own?: Whose): string {
  const { names } = subject
  const { model, singular, plural, pages, file, path } = names
  const frame = '...(await teamFrame(request, team, user))'
  const toProps = (record: string): string => [frame, ...optionsProp(subject), record].join(', ')
  const toRecord = redirectLines(subject, 'team: team.id, ')
  const { created, saved, deleted } = toTellings(toNotices(subject))
  return `import { handler, page, redirect, route } from 'tenon'
${fileImports(subject)}${viewImport(subject)}${flashImport}${diskImports(subject, 'app/controllers')}import { ${model} } from '../models/${file}.ts'
${optionImports(subject)}import { Team } from '../models/team.ts'
${requestImport(subject)}import { inTeam, teamFrame } from './teams/team-frame.ts'

${viewText(subject)}${optionsText(subject)}${titlesText(subject)}export const index = handler(inTeam).run(async ({ team, user }, request) =>
  page('${pages}/Index', {
    ${frame},
    ${plural}: ${listText(`${model}.of(team)`, subject).replace('query.', 'request.query.')},
  }),
)

export const create = handler(inTeam).run(async ({ team, user }, request) =>
${fitObject(`  page('${pages}/Create', { ${toProps(`${singular}: null`)} }),`)}
)

${handlerText(
  'store',
  own === undefined
    ? ['team: Team', `form: ${model}Request`]
    : ['...inTeam', `form: ${model}Request`],
  [
    ...createLines(`${model}.of(team)`, subject, own, `const ${singular} = await `),
    ...created,
    ...toRecord,
  ],
  own === undefined ? ['team', 'form'] : ['team', 'user', 'form'],
)}

/** The ${names.label} is looked up within the team: that of another one is a 404. */
${shortHandlerText('show', ['...inTeam', `${singular}: ${model}`], {
  call: `async ({ team, user, ${singular} }, request) =>`,
  result: `page('${pages}/Show', { ${[frame, singular, ...titlesProp(subject)].join(', ')} })`,
})}

${shortHandlerText('edit', ['...inTeam', `${singular}: ${model}`], {
  call: `async ({ team, user, ${singular} }, request) =>`,
  result: `page('${pages}/Edit', { ${toProps(singular)} })`,
})}

${handlerText(
  'update',
  ['team: Team', `${singular}: ${model}`, `form: ${updateRequest(subject)}`],
  [...refuseSelf(subject), ...updateLines(subject), ...saved, ...toRecord],
)}

${handlerText(
  'destroy',
  ['team: Team', `${singular}: ${model}`],
  [`await ${singular}.delete()`, ...deleted, toListLine(path, ' team: team.id ')],
)}
${sendTexts(subject, ['team: Team'])}`
}

/** The group of routes in `app/team-routes.ts`: each asks the policy what a member may do. */
export function teamRoutesItem(subject: Subject, access: PageAccess): string {
  const routes = [...pageRouteParts(subject), ...fileRoutes(subject)]
  return `  group('/teams/{team}/${subject.names.path}', [
${routes.map((route) => `${policedRoute(subject.names, route)}\n`).join('')}  ])
    .middleware(auth.${access})
    .middleware(asMember),
`
}
