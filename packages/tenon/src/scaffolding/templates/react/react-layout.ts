import { unreachable } from '../../../base/support/unreachable.ts'
import { fit, fitObject, openTag } from '../fit.ts'
import type { Names } from '../names.ts'
import { toPart, type FormPage, type ResourceLayout } from '../page-files.ts'
import { attribute, child, type Said } from '../words/words.ts'

export function headImport(layout: ResourceLayout): string {
  return layout === 'none' ? ', Head' : ''
}

export function layoutImport(layout: ResourceLayout, resources: string): string {
  switch (layout) {
    case 'layout':
      return `import { Layout } from '${resources}components/Layout.tsx'\n`
    case 'signed-in':
      return (
        `import type { User } from '${resources}../app/models/user.ts'\n` +
        `import { SignedInLayout } from '${resources}components/accounts/SignedInLayout.tsx'\n`
      )
    case 'team':
      return `import { TeamLayout, type TeamFrame } from '${resources}components/teams/TeamLayout.tsx'\n`
    case 'none':
      return ''
    default:
      return unreachable(layout)
  }
}

/** Imports a component of `components/parts`; `components` is the path to that folder's parent. */
export function partImport(part: string, components: string, names: Names): string {
  const name = toPart(part, names)
  const imported = name === part ? part : `${part} as ${name}`
  return `import { ${imported} } from '${components}parts/${part}.tsx'\n`
}

/** The classes of links and buttons: those of new applications, or those of accounts. */
export function toLook(layout: ResourceLayout): Look {
  if (layout === 'signed-in' || layout === 'team') {
    return { primary: 'press', plain: 'press plain', danger: 'press danger', form: 'card' }
  }
  return { primary: 'button primary', plain: 'button', danger: 'button danger', form: 'card form' }
}

interface Look {
  readonly primary: string
  readonly plain: string
  readonly danger: string
  readonly form: string
}

/** The component of a page, up to its brace: the props of its layout, and its own. */
export function pageHead(
  page: 'Index' | 'Show' | 'ShowPage' | FormPage,
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

/** The opening tags of a page; `part` is its name in the navigation of a team. */
export function open(layout: ResourceLayout, title: Said, part = ''): string {
  const titled = attribute('title', title)
  switch (layout) {
    case 'layout':
      return `    <Layout ${titled}>`
    case 'signed-in':
      return `    <SignedInLayout ${titled} user={user}>`
    case 'team': {
      const attributes = ['{...props}', titled, `current="${part}"`]
      return openTag('    <TeamLayout', attributes)
    }
    case 'none':
      return `    <main>\n      <Head ${titled} />\n      <h1>${child(title)}</h1>`
    default:
      return unreachable(layout)
  }
}

export function close(layout: ResourceLayout): string {
  switch (layout) {
    case 'layout':
      return '    </Layout>'
    case 'signed-in':
      return '    </SignedInLayout>'
    case 'team':
      return '    </TeamLayout>'
    case 'none':
      return '    </main>'
    default:
      return unreachable(layout)
  }
}

/** The parameters of a route: its team, if the pages are those of a team, and its record, which is in `variable`. */
export function toParameters(
  layout: ResourceLayout,
  names?: Names,
  variable = names?.singular,
): string {
  const team = layout === 'team' ? ['team: team.id'] : []
  const record = names === undefined ? [] : [`${names.singular}: ${variable}.${names.key}`]
  const all = [...team, ...record]
  return all.length === 0 ? '' : `, { ${all.join(', ')} }`
}
