import { markup, type Markup, type MarkupValue } from './markup.ts'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => MarkupValue
  /** Whether cells are aligned to the right, with digits of equal width. */
  readonly isNumber?: boolean
}

export interface HtmlTableOptions<Row> {
  /** Names the table for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Shown instead of a table without rows. */
  readonly empty: MarkupValue
  /** The key of a row, by which the live list knows which rows it shows already. */
  readonly key?: (row: Row) => string | number
}

/** Writes a table that scrolls sideways if necessary. */
export function toTable<Row>(rows: readonly Row[], options: HtmlTableOptions<Row>): Markup {
  const { label, columns, empty, key } = options
  if (rows.length === 0) return markup`<p class="empty">${empty}</p>`
  const heads = columns.map(
    ({ title, isNumber }) => markup`<th scope="col"${toClass(isNumber)}>${title}</th>`,
  )
  const toRow = (row: Row): Markup => {
    const cells = columns.map(
      ({ cell, isNumber }) => markup`<td${toClass(isNumber)}>${cell(row)}</td>`,
    )
    return markup`<tr${key && markup` data-key="${key(row)}"`}>${cells}</tr>\n`
  }
  return markup`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${heads}</tr></thead>
<tbody>${rows.map(toRow)}</tbody>
</table></div>`
}

function toClass(isNumber = false): Markup | undefined {
  return isNumber ? markup` class="number"` : undefined
}

/** Writes a list of names and values. */
export function toFacts(facts: readonly (readonly [name: string, value: MarkupValue])[]): Markup {
  const rows = facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)
  return markup`<dl>${rows}</dl>`
}
