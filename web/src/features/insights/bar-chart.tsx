import { Link } from 'wouter'

export type Bar = {
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

/** At most about eight labels below the bars. */
const labelEvery = (count: number) => Math.max(1, Math.ceil(count / 8))

/**
 * Bars from zero: stacked, or one behind the other (the first is the whole, the second the part). The same figures stand
 * in the table below the chart.
 */
export function BarChart({ title, series, bars, stacked = false }: Props) {
  const total = (values: readonly number[]) =>
    stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
  const most = Math.max(1, ...bars.map(({ values }) => total(values)))
  const width = Math.max(240, bars.length * 28)
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
            const size = (value / most) * (height - 8)
            const top = height - size - (stacked ? below : 0)
            below += size
            return (
              <rect
                key={series[part]}
                x={left}
                y={top}
                width={thickness}
                height={size}
                className={fills[part % fills.length]}
              />
            )
          })
          const shape = (
            <>
              <title>{text}</title>
              <rect x={at * step} y={0} width={step} height={height} className="fill-transparent" />
              {parts}
              {at % labelEvery(bars.length) === 0 && (
                <text x={left + thickness / 2} y={height + 16} textAnchor="middle" className="fill-muted text-[11px]">
                  {label}
                </text>
              )}
            </>
          )
          return (
            <Link key={label} href={href} aria-label={text}>
              {shape}
            </Link>
          )
        })}
      </svg>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {series.map((name, at) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-3 rounded-sm ${swatches[at % swatches.length]}`} />
            {name}
          </li>
        ))}
      </ul>
    </figure>
  )
}
