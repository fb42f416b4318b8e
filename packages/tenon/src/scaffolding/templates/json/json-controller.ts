import {
  createLines,
  fileImports,
  subjectImports,
  toValues,
  refuseSelf,
  updateLines,
  updateRequest,
  viewImport,
  viewText,
} from '../controller-templates.ts'
import type { Subject } from '../field.ts'
import type { SpokenSubject } from '../words/resource-words.ts'
import { filesOf, hasFiles, toDisk, toFileHandler, type Lines } from '../file-templates.ts'
import { fit, fitObject } from '../fit.ts'
import { toJsonListColumns, toRowName } from '../page-files.ts'
import { toOwnColumn, type Whose } from '../whose/whose.ts'

/**
 * `app/controllers/posts.ts` of an application without pages. The handlers declare what they answer, for the OpenAPI
 * document and typed clients. With `whose`, the list has only the records that the policy lets the user view, and a new
 * record belongs to the user who sends the request.
 */
export function jsonControllerText(subject: SpokenSubject, whose?: Whose): string {
  const own = toOwnColumn(whose)
  const { names, fields } = subject
  const { model, singular } = names
  const listed = toJsonListColumns(subject)
  const answers = ['answer', ...(hasFiles(fields) ? ['content'] : []), 'cursorPaginated']
  const others = `${viewImport(subject, listed)}import { z } from 'zod'\n`
  return `import { handler, query } from 'tenon'
import { ${answers.join(', ')} } from 'tenon/answers'
${fileImports(subject)}${subjectImports(subject, whose, { others })}
const ListQuery = query(z.object({ cursor: z.string().optional() }))

${viewText(subject, listed)}${indexText(subject, whose !== undefined)}

${toText({
  name: 'show',
  bindings: [`${singular}: ${model}`],
  answers: model,
  run: [`({ ${singular} }) => ${singular}`],
})}

${storeText(subject, own)}

${updateText(subject)}

${toText({
  name: 'destroy',
  bindings: [`${singular}: ${model}`],
  answers: '{ 204: null }',
  run: toBlock([singular], [`await ${singular}.delete()`, 'return null']),
})}
${sendTexts(subject)}`
}

function indexText(subject: Subject, isTheirs: boolean): string {
  const { model } = subject.names
  const listed = toJsonListColumns(subject)
  const calls = [
    ...(isTheirs ? [`.scope(${model}Policy.scope(user))`] : []),
    `.orderByKey('desc')`,
    ...(listed === undefined ? [] : [`.select(${toRowName(subject)})`]),
    '.cursorPaginate({ perPage: 50, cursor })',
  ]
  const start = `    ${model}.query()`
  const list = fit(
    `${start}${calls.join('')},`,
    [start, ...calls.map((call) => `      ${call}`)].join('\n') + ',',
  )
  return toText({
    name: 'index',
    bindings: [...(isTheirs ? ['user: auth.user'] : []), 'query: ListQuery'],
    answers: `cursorPaginated(${listed === undefined ? model : toRowName(subject)})`,
    run: [`(${isTheirs ? '{ user, query: { cursor } }' : '{ query: { cursor } }'}) =>`, list, '  '],
  })
}

function storeText(subject: Subject, own: Whose | undefined): string {
  const { names, fields } = subject
  const { model } = names
  const taken = [...(own === undefined ? [] : ['user']), 'form']
  const created = `answer(201, await ${model}.create(${toValues(own)}))`
  const lines = createLines(model, subject, own, 'const created = await ')
  return toText({
    name: 'store',
    bindings: [...(own === undefined ? [] : ['user: auth.user']), `form: ${model}Request`],
    answers: `{ 201: ${model} }`,
    run: hasFiles(fields)
      ? toBlock(taken, [...lines, 'return answer(201, created)'])
      : toShort(taken, created, 'async '),
  })
}

function updateText(subject: SpokenSubject): string {
  const { names, fields } = subject
  const { model, singular } = names
  const taken = [singular, 'form']
  const refused = refuseSelf(subject)
  const lines = updateLines(subject, 'const updated = await ')
  return toText({
    name: 'update',
    bindings: [`${singular}: ${model}`, `form: ${updateRequest(subject)}`],
    answers: model,
    run:
      hasFiles(fields) || refused.length > 0
        ? toBlock(taken, [...refused, ...lines, 'return updated'])
        : toShort(taken, `${singular}.update(form)`),
  })
}

/** The handlers that answer with files. */
function sendTexts({ names, fields }: Subject): string {
  const { singular, model } = names
  const texts = filesOf(fields).map((field) => {
    const key = `${singular}.${field.name}`
    const check = field.isNullable ? [`if (${key} === null) throw new NotFound()`] : []
    return `\n${toText({
      name: toFileHandler(field),
      bindings: [`${singular}: ${model}`],
      answers: `content('*/*')`,
      run: toBlock([singular], [...check, `return ${toDisk(field, names).name}.send(${key})`]),
    })}\n`
  })
  return texts.join('')
}

interface HandlerParts {
  readonly name: string
  readonly bindings: readonly string[]
  readonly answers: string
  /** The lines of the function: only one, or its start, its body and the indent of its end. */
  readonly run: Lines
}

function toText({ name, bindings, answers, run }: HandlerParts): string {
  const end = run.length === 1 ? `${run[0]})` : `${run.join('\n')})`
  return [
    fitObject(`export const ${name} = handler({ ${bindings.join(', ')} })`),
    `  .answers(${answers})`,
    `  .run(${end}`,
  ].join('\n')
}

/** A function of several lines. */
function toBlock(taken: readonly string[], body: Lines): Lines {
  const lines = body.map((line) => fitObject(`    ${line}`))
  return [`async ({ ${taken.join(', ')} }) => {`, ...lines, '  }']
}

/** A function that is one expression. */
function toShort(taken: readonly string[], result: string, start = ''): Lines {
  const call = `${start}({ ${taken.join(', ')} }) =>`
  const line = `  .run(${call} ${result})`
  return fit(line, '') === '' ? [call, fitObject(`    ${result},`), '  '] : [`${call} ${result}`]
}
