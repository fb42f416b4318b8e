import type { Field } from '../field.ts'
import { fit, fitObject, openTag } from '../fit.ts'
import { reactMailText } from '../mail-templates.ts'
import { toHeading, type Names } from '../names.ts'
import {
  headingsOf,
  listParts,
  toCells,
  toFileRoute,
  toListed,
  toOptionProps,
  toPageTemplates,
  toPart,
  toResources,
  toTitle,
  type Cell,
  type FormPage,
  type Layout,
  type ResourceLayout,
} from '../page-files.ts'
import {
  toOpenWord,
  toPageWords,
  toPaginationWords,
  type SpokenSubject,
} from '../words/resource-words.ts'
import { attribute, child, type Words } from '../words/words.ts'
import { formText } from './react-form.ts'
import {
  close,
  headImport,
  layoutImport,
  open,
  partImport,
  toLook,
  toParameters,
} from './react-layout.ts'

export const reactPages = toPageTemplates('react', {
  extension: 'tsx',
  index: indexText,
  formPage: formPageText,
  form: formText,
  single: singleText,
  mail: reactMailText,
})

function indexText(subject: SpokenSubject, layout: ResourceLayout): string {
  const { names } = subject
  const { model, singular, plural, path, file } = names
  const said = toPageWords(subject)
  const look = toLook(layout)
  const listed = toListed(subject)
  const [, empty, table, pagination] = listParts.map((part) => toPart(part, names))
  const create = `href={route('${path}.create'${toParameters(layout)})}`
  const address = `route('${path}.destroy'${toParameters(layout, names, 'doomed')})`
  return `import { useState } from 'react'
import { Link, route, router${headImport(layout)} } from 'tenon/react'
import type { Wire } from 'tenon'
import type { CursorPage } from 'tenon/models'
import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}${listParts.map((part) => partImport(part, '../../components/', names)).join('')}${listed.text}
${indexHead(names, listed.type, layout)}
  const [doomed, setDoomed] = useState<${listed.type} | null>(null)
  const keep = () => setDoomed(null)

  function destroy() {
    if (doomed === null) return
${fitObject(`    const address = ${address}`)}
    router.delete(address, { preserveScroll: true, onFinish: keep })
  }

  return (
${open(layout, said.title, path)}
      <p>
${openTag('        <Link', [create, `className="${look.primary}"`])}
          ${child(said.newOne)}
        </Link>
      </p>
      {${plural}.data.length === 0 ? (
        <${empty} ${attribute('title', said.none)} />
      ) : (
${tableOpen(subject, table)}
          {${plural}.data.map((${singular}) => (
${rowText(subject, layout)}          ))}
        </${table}>
      )}
${paginationText(subject, layout, pagination)}${dialogText(subject, layout)}${close(layout)}
  )
}
`
}

function rowText(subject: SpokenSubject, layout: ResourceLayout): string {
  const { names } = subject
  const { singular, path } = names
  const said = toPageWords(subject)
  const title = `${singular}.${toTitle(subject)}`
  const edit = `href={route('${path}.edit'${toParameters(layout, names)})}`
  return `            <tr key={${singular}.${names.key}}>
              <th scope="row">
${fit(
  `                <Link ${edit}>{${title}}</Link>`,
  `${openTag('                <Link', [edit])}\n                  {${title}}\n                </Link>`,
)}
              </th>
${cellsText(subject, layout)}              <td>
                <button
                  type="button"
                  className="${toLook(layout).plain}"
                  ${attribute('aria-label', said.removeNamed(title))}
                  onClick={() => setDoomed(${singular})}
                >
                  ${child(said.remove)}
                </button>
              </td>
            </tr>
`
}

function paginationText(
  { names: { plural, path }, words }: SpokenSubject,
  layout: ResourceLayout,
  pagination = '',
): string {
  const team = layout === 'team' ? '{ team: team.id }' : '{}'
  const href = `href={(cursor) => route('${path}.index', ${team}, { cursor })}`
  const said = toPaginationWords(words)
  const attributes = [`page={${plural}}`, href, ...(said === undefined ? [] : [`words={${said}}`])]
  return `${openTag(`      <${pagination}`, attributes, ' />')}\n`
}

function dialogText(subject: SpokenSubject, layout: ResourceLayout): string {
  const look = toLook(layout)
  const said = toPageWords(subject)
  const dialog = toPart('Dialog', subject.names)
  const title = attribute('title', said.removeThis)
  return `${openTag(`      <${dialog}`, [title, 'isOpen={doomed !== null}', 'onClose={keep}'])}
        <p>{doomed?.${toTitle(subject)}}</p>
        <div className="actions">
          <button type="button" className="${look.plain}" onClick={keep}>
            ${child(said.keep)}
          </button>
          <button type="button" className="${look.danger}" onClick={destroy}>
            ${child(said.remove)}
          </button>
        </div>
      </${dialog}>
`
}

function tableOpen(subject: SpokenSubject, table = ''): string {
  const said = toPageWords(subject)
  const quoted = headingsOf(subject)
  const broken = `[\n${quoted.map((each) => `            ${each},\n`).join('')}          ]`
  const columns = fit(
    `          columns={[${quoted.join(', ')}]}`,
    `          columns={${broken}}`,
  ).trimStart()
  const attributes = [attribute('caption', said.title), columns, attribute('actions', said.remove)]
  return openTag(`        <${table}`, attributes)
}

function cellsText(subject: SpokenSubject, layout: ResourceLayout): string {
  return toCells(subject)
    .map((cell) => cellText(cell, subject, layout))
    .join('')
}

function cellText(cell: Cell, subject: SpokenSubject, layout: ResourceLayout): string {
  const { value, file, isDate } = cell
  const indent = '              '
  if (file !== undefined) return fileCellText(file, subject, layout)
  const start = isDate ? '<td className="date">' : '<td>'
  const line = `${indent}  {${value}}`
  const spread = line.replace(/ \? '' : /, `\n${indent}    ? ''\n${indent}    : `)
  return `${fit(`${indent}${start}{${value}}</td>`, `${indent}${start}\n${fit(line, spread)}\n${indent}</td>`)}\n`
}

/** A link to a file; nothing if the record has none. */
function fileCellText(file: Field, subject: SpokenSubject, layout: ResourceLayout): string {
  const { names, words } = subject
  const { singular } = names
  const said = toOpenWord(file, `${singular}.${toTitle(subject)}`, words)
  const address = `route('${toFileRoute(file, names)}'${toParameters(layout, names)})`
  const attributes = [`href={${address}}`, attribute('aria-label', said)]
  const indent = ' '.repeat(file.isNullable ? 18 : 16)
  const link = `${openTag(`${indent}<a`, attributes)}\n${indent}  ${child(toPageWords(subject).open)}\n${indent}</a>\n`
  const cell = file.isNullable
    ? `                {${singular}.${file.name} !== null && (\n${link}                )}\n`
    : link
  return `              <td>\n${cell}              </td>\n`
}

function formPageText(subject: SpokenSubject, layout: ResourceLayout, page: FormPage): string {
  const { names } = subject
  const { model, singular, file, path } = names
  const said = toPageWords(subject)
  const isNew = page === 'Create'
  const attributes = [
    ...(layout === 'team' ? ['team={team}'] : []),
    `${singular}={${singular}}`,
    ...toOptionProps(subject.fields).map(({ name }) => `${name}={${name}}`),
    attribute('label', isNew ? said.create : said.save),
  ]
  return `import type { Wire } from 'tenon'
${layout === 'none' ? `import { Head } from 'tenon/react'\n` : ''}import type { ${model} } from '../../../app/models/${file}.ts'
import { ${model}Form } from '../../components/${model}Form.tsx'
${layoutImport(layout, '../../')}
${formPageHead(subject, layout, page)}
  return (
${open(layout, isNew ? said.newOne : said.editOne, path)}
${openTag(`      <${model}Form`, attributes, ' />')}
${close(layout)}
  )
}
`
}

function indexHead({ plural }: Names, listed: string, layout: ResourceLayout): string {
  return pageHead('Index', [{ name: plural, type: `CursorPage<${listed}>` }], layout)
}

function formPageHead(
  { names: { model, singular }, fields }: SpokenSubject,
  layout: ResourceLayout,
  page: FormPage,
): string {
  const record = { name: singular, type: `Wire<${model}> | null` }
  return pageHead(page, [record, ...toOptionProps(fields)], layout)
}

/** The component of a page, up to its brace: the props of its layout, and its own. */
function pageHead(
  page: 'Index' | FormPage,
  props: readonly PageProp[],
  layout: ResourceLayout,
): string {
  const names = props.map(({ name }) => name).join(', ')
  const lines = props.map(({ name, type }) => `  readonly ${name}: ${type}\n`).join('')
  if (layout === 'signed-in') {
    return `interface ${page}Props {
  readonly user: Wire<User>
${lines}}

${fitObject(`export default function ${page}({ user, ${names} }: ${page}Props) {`)}`
  }
  if (layout === 'team') {
    return `interface ${page}Props extends TeamFrame {
${lines}}

export default function ${page}(props: ${page}Props) {
${fitObject(`  const { team, ${names} } = props`)}`
  }
  const [only, second] = props
  if (only !== undefined && second === undefined) {
    const start = `export default function ${page}(`
    return fit(
      `${start}{ ${only.name} }: { ${only.name}: ${only.type} }) {`,
      `${start}{\n  ${only.name},\n}: {\n  ${only.name}: ${only.type}\n}) {`,
    )
  }
  return `interface ${page}Props {
${lines}}

${fitObject(`export default function ${page}({ ${names} }: ${page}Props) {`)}`
}

interface PageProp {
  readonly name: string
  readonly type: string
}

function singleText(name: string, layout: Layout, { say }: Words): string {
  const title = say('title', toHeading(name))
  const last = name.split('/').at(-1) ?? name
  const resources = toResources(name)
  const imports =
    layout === 'none'
      ? `import { Head } from 'tenon/react'\n`
      : layout === 'signed-in'
        ? `import type { Wire } from 'tenon'\n${layoutImport(layout, resources)}`
        : layoutImport(layout, resources)
  const props = layout === 'signed-in' ? '{ user }: { user: Wire<User> }' : ''
  return `${imports}
export default function ${last}(${props}) {
  return (
${open(layout, title)}
      <p>${child(title)}</p>
${close(layout)}
  )
}
`
}
