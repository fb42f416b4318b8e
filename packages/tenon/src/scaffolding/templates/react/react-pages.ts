import { capitalize } from '../../../base/support/values/capitalize.ts'
import type { Field, Subject } from '../field.ts'
import { toNoun } from '../file-templates.ts'
import { fit } from '../fit.ts'
import { reactMailText } from '../mail-templates.ts'
import { toHeading, type Names } from '../names.ts'
import {
  headingsOf,
  listParts,
  toCells,
  toFileRoute,
  toListed,
  toPageTemplates,
  toPart,
  toResources,
  toTitle,
  type Cell,
  type FormPage,
  type Layout,
  type ResourceLayout,
} from '../page-files.ts'
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

function indexText(subject: Subject, layout: ResourceLayout): string {
  const { names } = subject
  const { model, singular, plural, path, label, labels, file } = names
  const look = toLook(layout)
  const listed = toListed(subject)
  const [, empty, table, pagination] = listParts.map((part) => toPart(part, names))
  const title = `{${singular}.${toTitle(subject)}}`
  const edit = `<Link href={route('${path}.edit'${toParameters(layout, names)})}>`
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
${fit(`    const address = ${address}`, `    const address =\n      ${address}`)}
    router.delete(address, { preserveScroll: true, onFinish: keep })
  }

  return (
${open(layout, capitalize(labels), path)}
      <p>
        <Link href={route('${path}.create'${toParameters(layout)})} className="${look.primary}">
          New ${label}
        </Link>
      </p>
      {${plural}.data.length === 0 ? (
        <${empty} title="There are no ${labels} yet." />
      ) : (
${tableOpen(subject, table)}
          {${plural}.data.map((${singular}) => (
            <tr key={${singular}.${names.key}}>
              <th scope="row">
${fit(`                ${edit}${title}</Link>`, `                ${edit}\n                  ${title}\n                </Link>`)}
              </th>
${toCells(subject)
  .map((cell) => cellText(cell, subject, layout))
  .join('')}              <td>
                <button
                  type="button"
                  className="${look.plain}"
                  aria-label={\`Delete $${title}\`}
                  onClick={() => setDoomed(${singular})}
                >
                  Delete
                </button>
              </td>
            </tr>
          ))}
        </${table}>
      )}
${paginationText(names, layout, pagination)}${dialogText(subject, layout)}${close(layout)}
  )
}
`
}

function paginationText({ plural, path }: Names, layout: ResourceLayout, pagination = ''): string {
  const team = layout === 'team' ? '{ team: team.id }' : '{}'
  const href = `href={(cursor) => route('${path}.index', ${team}, { cursor })}`
  const lines = [`page={${plural}}`, href].map((each) => `        ${each}\n`).join('')
  return `${fit(`      <${pagination} page={${plural}} ${href} />`, `      <${pagination}\n${lines}      />`)}\n`
}

function dialogText(subject: Subject, layout: ResourceLayout): string {
  const look = toLook(layout)
  const dialog = toPart('Dialog', subject.names)
  const title = `title="Delete this ${subject.names.label}?"`
  return `${openTag(`      <${dialog}`, [title, 'isOpen={doomed !== null}', 'onClose={keep}'])}
        <p>{doomed?.${toTitle(subject)}}</p>
        <div className="actions">
          <button type="button" className="${look.plain}" onClick={keep}>
            Keep it
          </button>
          <button type="button" className="${look.danger}" onClick={destroy}>
            Delete
          </button>
        </div>
      </${dialog}>
`
}

function tableOpen(subject: Subject, table = ''): string {
  const quoted = headingsOf(subject)
  const broken = `[\n${quoted.map((each) => `            ${each},\n`).join('')}          ]`
  const columns = fit(
    `          columns={[${quoted.join(', ')}]}`,
    `          columns={${broken}}`,
  ).trimStart()
  const attributes = [`caption="${capitalize(subject.names.labels)}"`, columns, 'actions="Delete"']
  return openTag(`        <${table}`, attributes)
}

/** An opening tag on one line if it fits; `start` has its indent. */
function openTag(start: string, attributes: readonly string[]): string {
  const indent = start.slice(0, start.indexOf('<'))
  const lines = attributes.map((each) => `${indent}  ${each}\n`)
  return fit(`${start} ${attributes.join(' ')}>`, `${start}\n${lines.join('')}${indent}>`)
}

function cellText({ value, file }: Cell, subject: Subject, layout: ResourceLayout): string {
  const indent = '              '
  if (file !== undefined) return fileCellText(file, subject, layout)
  return `${fit(`${indent}<td>{${value}}</td>`, `${indent}<td>\n${indent}  {${value}}\n${indent}</td>`)}\n`
}

/** A link to a file; nothing if the record has none. */
function fileCellText(file: Field, { names, fields }: Subject, layout: ResourceLayout): string {
  const { singular } = names
  const address = `route('${toFileRoute(file, names)}'${toParameters(layout, names)})`
  const attributes = [
    `href={${address}}`,
    `aria-label={\`Open the ${toNoun(file)} of \${${singular}.${toTitle({ names, fields })}}\`}`,
  ]
  const indent = ' '.repeat(file.isNullable ? 18 : 16)
  const link = `${openTag(`${indent}<a`, attributes)}\n${indent}  Open\n${indent}</a>\n`
  const cell = file.isNullable
    ? `                {${singular}.${file.name} !== null && (\n${link}                )}\n`
    : link
  return `              <td>\n${cell}              </td>\n`
}

function formPageText({ names }: Subject, layout: ResourceLayout, page: FormPage): string {
  const { model, singular, file, label, path } = names
  const team = layout === 'team' ? 'team={team} ' : ''
  const title = page === 'Create' ? `New ${label}` : `Edit ${label}`
  return `import type { Wire } from 'tenon'
${layout === 'none' ? `import { Head } from 'tenon/react'\n` : ''}import type { ${model} } from '../../../app/models/${file}.ts'
import { ${model}Form } from '../../components/${model}Form.tsx'
${layoutImport(layout, '../../')}
${formPageHead(names, layout, page)}
  return (
${open(layout, title, path)}
      <${model}Form ${team}${singular}={${singular}} label="${page === 'Create' ? 'Create' : 'Save'}" />
${close(layout)}
  )
}
`
}

function indexHead({ plural }: Names, listed: string, layout: ResourceLayout): string {
  return pageHead('Index', [plural, `CursorPage<${listed}>`], layout)
}

function formPageHead({ model, singular }: Names, layout: ResourceLayout, page: FormPage): string {
  return pageHead(page, [singular, `Wire<${model}> | null`], layout)
}

/** The component of a page, up to its brace: the props of its layout, and one of its own. */
function pageHead(
  page: 'Index' | FormPage,
  [prop, type]: readonly [prop: string, type: string],
  layout: ResourceLayout,
): string {
  if (layout === 'signed-in') {
    return `interface ${page}Props {
  readonly user: Wire<User>
  readonly ${prop}: ${type}
}

export default function ${page}({ user, ${prop} }: ${page}Props) {`
  }
  if (layout === 'team') {
    return `interface ${page}Props extends TeamFrame {
  readonly ${prop}: ${type}
}

export default function ${page}(props: ${page}Props) {
  const { team, ${prop} } = props`
  }
  return `export default function ${page}({ ${prop} }: { ${prop}: ${type} }) {`
}

function singleText(name: string, layout: Layout): string {
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
${open(layout, toHeading(name))}
      <p>${toHeading(name)}</p>
${close(layout)}
  )
}
`
}
