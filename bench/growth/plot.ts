/**
 * A line plot with logarithmic axes as an SVG document. Every line has its own color, dash pattern,
 * marker and a name at its end, so readers do not depend on any single one of them. The image has
 * its own background, because a page cannot tell an image which theme it uses.
 */
export interface Plot {
  readonly title: string
  readonly xLabel: string
  readonly yLabel: string
  readonly lines: readonly Line[]
}

export interface Line {
  readonly name: string
  readonly points: readonly Point[]
}

export interface Point {
  readonly x: number
  readonly y: number
}

const width = 720
const height = 400
const area = { left: 72, right: 600, top: 48, bottom: 336 } as const
const nameGap = 16

export function toSvg(plot: Plot): string {
  const points = plot.lines.flatMap((line) => line.points)
  const x = toScale(
    points.map((point) => point.x),
    [area.left, area.right],
  )
  const y = toScale(
    points.map((point) => point.y),
    [area.bottom, area.top],
  )
  const scales = { x, y }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${plot.title}">`,
    `<title>${plot.title}</title>`,
    style,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    `<text class="title" x="${area.left}" y="28">${plot.title}</text>`,
    ...toXAxis(plot, scales),
    ...toYAxis(plot, scales),
    ...plot.lines.map((line, index) => toPath(line, index, scales)),
    ...toNames(plot.lines, scales),
    '</svg>',
    '',
  ].join('\n')
}

const style = `<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 15px; font-weight: 600 }
.paper { fill: #ffffff }
.grid { stroke: #d1d9e0; stroke-width: 1 }
.line { fill: none; stroke-width: 2.5 }
.c0 { stroke: #0550ae } .n0 { fill: #0550ae }
.c1 { stroke: #57606a; stroke-dasharray: 7 4 } .n1 { fill: #57606a }
.c2 { stroke: #bc4c00; stroke-dasharray: 2 4 } .n2 { fill: #bc4c00 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .paper { fill: #0d1117 }
  .grid { stroke: #30363d }
  .c0 { stroke: #79c0ff } .n0 { fill: #79c0ff }
  .c1 { stroke: #b1bac4 } .n1 { fill: #b1bac4 }
  .c2 { stroke: #ffa657 } .n2 { fill: #ffa657 }
}
</style>`

interface Scales {
  readonly x: Scale
  readonly y: Scale
}

/**
 * Maps a value to its position on the axis, and lists the marked values. Small differences look
 * small.
 */
interface Scale {
  readonly ticks: readonly number[]
  at(value: number): number
}

function toScale(values: readonly number[], [start, end]: readonly [number, number]): Scale {
  const least = Math.min(...values)
  const most = Math.max(...values)
  const isFlat = most / least < 5
  const ticks = isFlat ? toTicks(least / 2, most * 2) : toTicks(least, most)
  const low = Math.log10(ticks[0] ?? 1)
  const high = Math.log10(ticks.at(-1) ?? 10)
  return {
    ticks,
    at: (value) => start + ((Math.log10(value) - low) / (high - low)) * (end - start),
  }
}

/** Powers of ten; if there would be few, also twice and five times these. */
function toTicks(least: number, most: number): readonly number[] {
  const isWide = Math.log10(most / least) > 2.5
  const steps = isWide ? [1] : [1, 2, 5]
  const from = Math.floor(Math.log10(least))
  const to = Math.ceil(Math.log10(most))
  const all = Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i)).flatMap((power) =>
    steps.map((step) => Number((step * power).toPrecision(3))),
  )
  const first = all.findLastIndex((tick) => tick <= least)
  const last = all.findIndex((tick) => tick >= most)
  return all.slice(first, last + 1)
}

function toXAxis({ xLabel }: Plot, { x }: Scales): readonly string[] {
  const label = `<text x="${(area.left + area.right) / 2}" y="${height - 14}" text-anchor="middle">${xLabel}</text>`
  const ticks = x.ticks.flatMap((tick) => {
    const at = x.at(tick).toFixed(1)
    return [
      `<line class="grid" x1="${at}" x2="${at}" y1="${area.top}" y2="${area.bottom}"/>`,
      `<text x="${at}" y="${area.bottom + 20}" text-anchor="middle">${toShort(tick)}</text>`,
    ]
  })
  return [...ticks, label]
}

function toYAxis({ yLabel }: Plot, { y }: Scales): readonly string[] {
  const middle = (area.top + area.bottom) / 2
  const label = `<text transform="translate(18 ${middle}) rotate(-90)" text-anchor="middle">${yLabel}</text>`
  const ticks = y.ticks.flatMap((tick) => {
    const at = y.at(tick).toFixed(1)
    return [
      `<line class="grid" x1="${area.left}" x2="${area.right}" y1="${at}" y2="${at}"/>`,
      `<text x="${area.left - 8}" y="${Number(at) + 4}" text-anchor="end">${toShort(tick)}</text>`,
    ]
  })
  return [...ticks, label]
}

function toPath({ points }: Line, index: number, { x, y }: Scales): string {
  const places = points.map((point) => `${x.at(point.x).toFixed(1)} ${y.at(point.y).toFixed(1)}`)
  const dots = places.map((place) => {
    const [cx, cy] = place.split(' ')
    return `<circle class="n${index}" cx="${cx}" cy="${cy}" r="3.5"/>`
  })
  return `<path class="line c${index}" d="M${places.join(' L')}"/>${dots.join('')}`
}

/** Places names at the ends of the lines, in their order, without overlap. */
function toNames(lines: readonly Line[], { y }: Scales): readonly string[] {
  const ends = lines
    .map(({ name, points }, index) => ({ name, index, at: y.at(points.at(-1)?.y ?? 1) }))
    .toSorted((a, b) => a.at - b.at)
  let lowest = -Infinity
  return ends.map(({ name, index, at }) => {
    lowest = Math.max(at, lowest + nameGap)
    return `<text class="n${index}" x="${area.right + 10}" y="${(lowest + 4).toFixed(1)}">${name}</text>`
  })
}

function toShort(value: number): string {
  if (value >= 1e6) return `${value / 1e6} M`
  if (value >= 1e3) return `${value / 1e3} k`
  return String(value)
}
