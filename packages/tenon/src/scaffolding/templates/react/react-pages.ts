import { fit, fitObject, openTag } from '../fit.ts'
import { reactMailText } from '../mail-templates.ts'
import { toHeading, type Names } from '../names.ts'
import {
  headingsOf,
  listParts,
  toCells,
  toDoomedName,
  toListed,
  toOptionProps,
  toPageTemplates,
  toPart,
  toResources,
  type FormPage,
  type Layout,
  type ResourceLayout,
} from '../page-files.ts'
import {
  toNameWord,
  toPageWords,
  toPaginationWords,
  type SpokenSubject,
} from '../words/resource-words.ts'
import { attribute, child, type Words } from '../words/words.ts'
import { dialogText } from './react-dialog.ts'
import { formText } from './react-form.ts'
import {
  close,
  headImport,
  layoutImport,
  open,
  pageHead,
  partImport,
  toLook,
  toParameters,
} from './react-layout.ts'
import { showText } from './react-show.ts'
import { valueText } from './react-value.ts'

export const reactPages = toPageTemplates('react', {
  extension: 'tsx',
  index: indexText,
  show: showText,
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
    router.delete(address + location.search, { preserveScroll: true, onFinish: keep })
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
${paginationText(subject, layout, pagination)}${dialogText(subject, layout, { name: `{${toDoomedName(subject)}}`, isOpen: 'doomed !== null' })}${close(layout)}
  )
}
`
}

function rowText(subject: SpokenSubject, layout: ResourceLayout): string {
  const { names } = subject
  const { singular, path } = names
  const said = toPageWords(subject)
  const name = child(toNameWord(subject, singular))
  const show = `href={route('${path}.show'${toParameters(layout, names)})}`
  return `            <tr key={${singular}.${names.key}}>
              <th scope="row">
${fit(
  `                <Link ${show}>${name}</Link>`,
  `${openTag('                <Link', [show])}\n                  ${name}\n                </Link>`,
)}
              </th>
${cellsText(subject, layout)}              <td>
                <button
                  type="button"
                  className="${toLook(layout).plain}"
                  ${attribute('aria-label', said.removeNamed(singular))}
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
  const place = { tag: 'td', indent: '              ' } as const
  return toCells(subject)
    .map((cell) => valueText(cell, place, { subject, layout }))
    .join('')
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
