import { useId, type ReactNode } from 'react'
import './parts.css'

interface TableProps {
  /** What the table shows; screen readers read it first. */
  readonly caption: string
  /** The headings of the columns, or their names if `heading` shows them. */
  readonly columns: readonly string[]
  /** Shows the heading of a column, such as a link that sorts by it. Default: the text itself. */
  readonly heading?: (column: string) => ReactNode
  /** The heading of the last column, which holds buttons. Only screen readers read it. */
  readonly actions?: string
  /** The rows: `<tr>`, each with a `<th scope="row">`. */
  readonly children: ReactNode
}

/** A table that scrolls in its frame if necessary. */
export function Table({
  caption,
  columns,
  heading = (column) => column,
  actions,
  children,
}: TableProps) {
  const captionId = useId()
  return (
    <div className="part-table" role="region" aria-labelledby={captionId} tabIndex={0}>
      <table>
        <caption id={captionId}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {heading(column)}
              </th>
            ))}
            {actions !== undefined && (
              <th scope="col">
                <span>{actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
