import { Link } from 'wouter'

export type Bar = {
  /** Below the bar; empty where the bar before has the same. */
  label: string
  /** Values by series, in the order of `series`. */
  values: readonly number[]
  /** What screen readers and tooltips say. */
  text: string
  /** The records behind the bar. */
  href: string
}
type Props = { title: string; series: readonly string[]; bars: readonly Bar[]; stacked?: boolean }

const height = 160
const gap = 6
const fills = [
  'fill-forest',
  'fill-gold',
  'fill-blue',
  'fill-red',
  'fill-black dark:fill-on-woods-soft',
  'fill-meadow',
] as const
const swatches = ['bg-forest', 'bg-gold', 'bg-blue', 'bg-red', 'bg-black dark:bg-on-woods-soft', 'bg-meadow'] as const

const wholeAndPart = ['fill-sunken stroke-edge', 'fill-forest'] as const
const wholeAndPartSwatches = ['border border-edge bg-sunken', 'bg-forest'] as const

/** The bars whose label has room: about eight of those that have one. */
function labelled(bars: readonly Bar[]): ReadonlySet<number> {
  const at = bars.flatMap(({ label }, index) => (label ? [index] : []))
  const every = Math.max(1, Math.ceil(at.length / 8))
  return new Set(at.filter((_, index) => index % every === 0))
}

/**
 * Bars from zero: stacked, or one behind the other (the first is the whole, the second the part). The same figures stand
 * in the table below the chart.
 */
export function BarChart({ title, series, bars, stacked = false }: Props) {
  const total = (values: readonly number[]) =>
    stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
  const isPart = !stacked && series.length === 2
  const [fillOf, swatchOf] = isPart ? [wholeAndPart, wholeAndPartSwatches] : [fills, swatches]
  const most = Math.max(1, ...bars.map(({ values }) => total(values)))
  const labels = labelled(bars)
  const width = Math.max(240, bars.length * 36)
  const step = width / Math.max(1, bars.length)
  const thickness = Math.min(44, step - gap)
  return (
    <figure className="grid gap-2">
      <svg viewBox={`0 0 ${width} ${height + 24}`} className="h-auto max-h-64 w-full">
        <title>{title}</title>
        <path d={`M0 ${height}.5H${width}`} className="stroke-edge" />
        {bars.map(({ label, values, text, href }, at) => {
          const left = at * step + (step - thickness) / 2
          let below = 0
          const parts = values.map((value, part) => {
            const size = (value / most) * (height - 20)
            const top = height - size - (stacked ? below : 0)
            below += size
            return (
              <rect
                key={series[part]}
                x={left}
                y={top}
                width={thickness}
                height={size}
                className={fillOf[part % fillOf.length]}
              />
            )
          })
          const shape = (
            <>
              <title>{text}</title>
              <rect x={at * step} y={0} width={step} height={height} className="fill-transparent" />
              {parts}
              {thickness >= 18 && (
                <text
                  x={left + thickness / 2}
                  y={height - (total(values) / most) * (height - 20) - 5}
                  textAnchor="middle"
                  className="fill-ink text-[11px] tabular-nums"
                >
                  {isPart ? `${values[1]}/${values[0]}` : total(values)}
                </text>
              )}
              {labels.has(at) && (
                <text x={left + thickness / 2} y={height + 16} textAnchor="middle" className="fill-muted text-[11px]">
                  {label}
                </text>
              )}
            </>
          )
          return (
            <Link key={text} href={href} aria-label={text}>
              {shape}
            </Link>
          )
        })}
      </svg>
      {series.length > 1 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {series.map((name, at) => (
            <li key={name} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-3 rounded-sm ${swatchOf[at % swatchOf.length]}`} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}
