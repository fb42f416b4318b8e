import { fit, fitObject, openTag } from '../fit.ts'
import type { ResourceLayout } from '../page-files.ts'
import { toDetails, toTitleProps } from '../show/details.ts'
import { toNameWord, toPageWords, type SpokenSubject } from '../words/resource-words.ts'
import { child } from '../words/words.ts'
import { dialogText } from './react-dialog.ts'
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
import { valueText } from './react-value.ts'

/** `resources/pages/Posts/Show.tsx` */
export function showText(subject: SpokenSubject, layout: ResourceLayout): string {
  const { names } = subject
  const { model, singular, path, file } = names
  const said = toPageWords(subject)
  const look = toLook(layout)
  const props = [{ name: singular, type: `Wire<${model}>` }, ...toTitleProps(subject)]
  const list = `href={route('${path}.index'${toParameters(layout)})}`
  const edit = `href={route('${path}.edit'${toParameters(layout, names)})}`
  const address = `route('${path}.destroy'${toParameters(layout, names)})`
  return `import { useState } from 'react'
import { Link, route, router${headImport(layout)} } from 'tenon/react'
import type { Wire } from 'tenon'
import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}${partImport('Dialog', '../../components/', names)}
${pageHead(model === 'Show' ? 'ShowPage' : 'Show', props, layout)}
  const [isDoomed, setDoomed] = useState(false)
  const keep = () => setDoomed(false)

  function destroy() {
${fitObject(`    const address = ${address}`)}
    router.delete(address, { onFinish: keep })
  }

  return (
${open(layout, said.one, path)}
      <dl className="part-details">
${detailsText(subject, layout)}      </dl>
      <div className="actions">
${openTag('        <Link', [edit, `className="${look.primary}"`])}
          ${child(said.editOne)}
        </Link>
        <button type="button" className="${look.plain}" onClick={() => setDoomed(true)}>
          ${child(said.remove)}
        </button>
${openTag('        <Link', [list, `className="${look.plain}"`])}
          ${child(said.title)}
        </Link>
      </div>
${dialogText(subject, layout, { name: child(toNameWord(subject, singular)), isOpen: 'isDoomed' })}${close(layout)}
  )
}
`
}

function detailsText(subject: SpokenSubject, layout: ResourceLayout): string {
  const place = { tag: 'dd', indent: '        ' } as const
  return toDetails(subject)
    .map(
      ({ label, cell }) =>
        `${termText(child(label))}${valueText(cell, place, { subject, layout })}`,
    )
    .join('')
}

function termText(text: string): string {
  return `${fit(`        <dt>${text}</dt>`, `        <dt>\n          ${text}\n        </dt>`)}\n`
}
