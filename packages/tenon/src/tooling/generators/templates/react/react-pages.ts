import { capitalize } from '../../../../base/support/values/capitalize.ts'
import type { Subject } from '../field.ts'
import { fit } from '../fit.ts'
import { reactMailText } from '../mail-templates.ts'
import { toHeading, type Names } from '../names.ts'
import {
  toResources,
  toTitle,
  type Layout,
  type PageTemplates,
  type ResourceLayout,
} from '../page-files.ts'
import { formText } from './react-form.ts'
import { close, headImport, layoutImport, open, toLook, toParameters } from './react-layout.ts'

export const reactPages: PageTemplates = {
  resource(subject, layout) {
    const { pages, model } = subject.names
    return [
      { path: `pages/${pages}/Index.tsx`, text: indexText(subject, layout) },
      { path: `pages/${pages}/Create.tsx`, text: formPageText(subject, layout, 'Create') },
      { path: `pages/${pages}/Edit.tsx`, text: formPageText(subject, layout, 'Edit') },
      { path: `components/${model}Form.tsx`, text: formText(subject, layout) },
    ]
  },
  mail: (name) => ({ path: `mails/${name}.tsx`, text: reactMailText(name) }),
  single: (name, layout) => ({ path: `pages/${name}.tsx`, text: singleText(name, layout) }),
}

function indexText(subject: Subject, layout: ResourceLayout): string {
  const { names } = subject
  const { model, singular, plural, path, label, labels, file } = names
  const look = toLook(layout)
  const parameters = toParameters(layout, names)
  const to = `                <Link href={route('${path}.edit'${parameters})}>`
  const title = `{${toTitle(subject)}}`
  const click = '                  onClick={() =>'
  const address = `route('${path}.destroy'${parameters})`
  const remove = `router.delete(${address})`
  const indent = '                    '
  return `import { Link, route, router${headImport(layout)} } from 'tenon/react'
import type { Wire } from 'tenon'
import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}
${indexHead(names, layout)}
  return (
${open(layout, capitalize(labels), path)}
      <p>
        <Link href={route('${path}.create'${toParameters(layout)})} className="${look.primary}">
          New ${label}
        </Link>
      </p>
      {${plural}.length === 0 ? (
        <p>There are no ${labels} yet.</p>
      ) : (
        <div className="card">
          <ul className="rows">
            {${plural}.map((${singular}) => (
              <li key={${singular}.id}>
${fit(`${to}${title}</Link>`, `${to}\n                  ${title}\n                </Link>`)}
                <button
                  type="button"
                  className="${look.danger}"
${fit(
  `${click} ${remove}}`,
  `${click}\n${fit(`${indent}${remove}`, `${indent}router.delete(\n${indent}  ${address},\n${indent})`)}\n                  }`,
)}
                >
                  Delete
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
${close(layout)}
  )
}
`
}

type Page = 'Create' | 'Edit'

function formPageText({ names }: Subject, layout: ResourceLayout, page: Page): string {
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

function indexHead({ model, plural }: Names, layout: ResourceLayout): string {
  return pageHead('Index', [plural, `Wire<${model}>[]`], layout)
}

function formPageHead({ model, singular }: Names, layout: ResourceLayout, page: Page): string {
  return pageHead(page, [singular, `Wire<${model}> | null`], layout)
}

/** The component of a page, up to its brace: the props of its layout, and one of its own. */
function pageHead(
  page: 'Index' | Page,
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
