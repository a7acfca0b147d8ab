/** One line of a panel. */
export interface Series {
  name: string
  color: string
  /** `y` is NaN for missing values; the line continues after them. */
  points: { x: number; y: number }[]
}

/** One of several diagrams with the same horizontal axis. */
export interface Panel {
  title: string
  series: Series[]
}

const WIDTH = 960
const LEFT = 70
const RIGHT = 20
const TOP = 60
const PANEL_HEIGHT = 130
const PANEL_GAP = 50
const TICKS = 4

/** Draws panels above each other as an SVG with a light background; `xMax` is in the unit of `xLabel`. */
export function drawPlot(title: string, xLabel: string, xMax: number, panels: Panel[]): string {
  const height = TOP + panels.length * (PANEL_HEIGHT + PANEL_GAP) + 20
  const toX = (x: number) => LEFT + (x / xMax) * (WIDTH - LEFT - RIGHT)
  const parts = panels.map((panel, index) =>
    drawPanel(panel, TOP + 10 + index * (PANEL_HEIGHT + PANEL_GAP), toX, xMax, index === panels.length - 1),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="Helvetica, Arial, sans-serif" font-size="13" fill="#222222">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    write(LEFT, 26, title, 'font-size="17" font-weight="bold"'),
    ...parts,
    write(WIDTH / 2, height - 12, xLabel, 'text-anchor="middle"'),
    '</svg>',
    '',
  ].join('\n')
}

function drawPanel(
  { title, series }: Panel,
  top: number,
  toX: (x: number) => number,
  xMax: number,
  isLast: boolean,
): string {
  const bottom = top + PANEL_HEIGHT
  const yMax = niceAbove(
    Math.max(0, ...series.flatMap(({ points }) => points.map(({ y }) => y)).filter(Number.isFinite)),
  )
  const toY = (y: number) => bottom - (y / yMax) * PANEL_HEIGHT
  const steps = Array.from({ length: TICKS + 1 }, (_, step) => step / TICKS)
  const lines = steps.map((step) => {
    const y = toY(step * yMax)
    return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}" stroke="#dddddd"/>${write(LEFT - 8, y + 4, label(step * yMax), 'text-anchor="end" fill="#555555"')}`
  })
  const times = Array.from({ length: 11 }, (_, step) => (step / 10) * xMax)
  const ticks = isLast
    ? times.map((x) => write(toX(x), bottom + 18, label(x), 'text-anchor="middle" fill="#555555"'))
    : []
  let legendX = WIDTH - RIGHT
  const legend = series.toReversed().map(({ name, color }) => {
    legendX -= 26 + name.length * 7.2
    return `<line x1="${legendX}" x2="${legendX + 16}" y1="${top - 12}" y2="${top - 12}" stroke="${color}" stroke-width="3"/>${write(legendX + 20, top - 8, name, '')}`
  })
  const curves = series.map(({ color, points }) => {
    const known = points.filter(({ y }) => Number.isFinite(y))
    const path = known.map(({ x, y }) => `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`).join(' ')
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="1.6"/>`
  })
  return [write(LEFT, top - 8, title, 'font-weight="bold"'), ...lines, ...ticks, ...legend, ...curves].join('\n')
}

/** A round number at or above the value, divisible into four steps. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-3)))
  return power * ([1, 2, 2.4, 3.2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10)
}

const label = (value: number) => String(Math.round(value * 100) / 100)

function write(x: number, y: number, text: string, attributes: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x}" y="${y}" ${attributes}>${escaped}</text>`
}
