import { fit } from '../fit.ts'
import type { Names } from '../names.ts'
import { toPart, type ResourceLayout } from '../page-files.ts'
import { vueAttribute, vueChild, type Said } from '../words/words.ts'

export function layoutImport(layout: ResourceLayout, resources: string): string {
  return layout === 'none' ? '' : `import AppLayout from '${resources}components/AppLayout.vue'\n`
}

/** The opening tags of a page. */
export function open(layout: ResourceLayout, title: Said): string {
  const titled = vueAttribute('title', title)
  if (layout !== 'none') return `  <AppLayout ${titled}>`
  return `  <main>\n    <Head ${titled} />\n    <h1>${vueChild(title)}</h1>`
}

export function close(layout: ResourceLayout): string {
  return layout === 'none' ? '  </main>' : '  </AppLayout>'
}

/** Imports a component of `components/parts`; `components` is the path to that folder's parent. */
export function partImport(part: string, components: string, names: Names): string {
  return `import ${toPart(part, names)} from '${components}parts/${part}.vue'\n`
}

/** Declares the props of a component: one on a line if they do not fit. */
export function propsText(start: string, props: readonly string[]): string {
  return fit(
    `${start}defineProps<{ ${props.join('; ')} }>()`,
    `${start}defineProps<{\n${props.map((prop) => `  ${prop}\n`).join('')}}>()`,
  )
}

/** A link on one line if it fits. */
export function linkText(tag: string, text: string): string {
  const indent = tag.slice(0, tag.indexOf('<'))
  return fit(`${tag}${text}</Link>`, `${tag}\n${indent}  ${text}\n${indent}</Link>`)
}
