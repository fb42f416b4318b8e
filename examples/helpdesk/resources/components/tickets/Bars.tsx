import { formatNumber } from 'tenon/languages'
import { nothingYet } from '../../words/tickets.ts'

interface BarsProps {
  readonly title: string
  readonly rows: readonly { readonly name: string; readonly count: number }[]
}

/** A bar chart made of a table: screen readers can read its numbers, and it needs no library. */
export function Bars({ title, rows }: BarsProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <section className="card">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="none">{nothingYet()}</p>
      ) : (
        <table className="bars">
          <tbody>
            {rows.map(({ name, count }, i) => (
              <tr key={i}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>
                  {count > 0 && (
                    <span style={{ inlineSize: `${(100 * count) / most}%` }} aria-hidden="true" />
                  )}
                </td>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
