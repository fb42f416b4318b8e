import type { Names } from '../names.ts'
import { toPart, type ResourceLayout } from '../page-files.ts'
import { attribute, child, type Said } from '../words/words.ts'

export function layoutImport(layout: ResourceLayout, resources: string): string {
  return layout === 'none' ? '' : `  import Layout from '${resources}components/Layout.svelte'\n`
}

/** The opening tags of a page. */
export function open(layout: ResourceLayout, title: Said): string {
  if (layout !== 'none') return `<Layout ${attribute('title', title)}>`
  const shown = child(title)
  return `<svelte:head><title>${shown}</title></svelte:head>\n<main>\n  <h1>${shown}</h1>`
}

export function close(layout: ResourceLayout): string {
  return layout === 'none' ? '</main>' : '</Layout>'
}

/** Imports a component of `components/parts`; `components` is the path to that folder's parent. */
export function partImport(part: string, components: string, names: Names): string {
  return `  import ${toPart(part, names)} from '${components}parts/${part}.svelte'\n`
}
