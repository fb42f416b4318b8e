import { stripVTControlCharacters, styleText } from 'node:util'

/**
 * Formats rows as aligned columns. Leaves out columns without content. On a terminal with colors,
 * the header is dimmed.
 */
export function toTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = header.flatMap((_, i) => (rows.some((row) => hasContent(row[i])) ? [i] : []))
  const pick = (row: readonly string[]): readonly string[] => used.map((i) => row[i] ?? '')
  const all = [header, ...rows].map(pick)
  const widths = used.map((_, i) => Math.max(...all.map((row) => widthOf(row[i] ?? ''))))

  const [first = '', ...lines] = all.map((row) =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
  return [styleText('dim', first), ...lines].join('\n')
}

function hasContent(cell: string | undefined): boolean {
  return cell !== undefined && cell !== ''
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length
}
