import { AxisBottom } from '@visx/axis'
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale'
import { BarStack } from '@visx/shape'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'

export type Bar = {
  /** Below the bar; empty where the bar before has the same. */
  label: string
  /** Below the bar itself, from top to bottom, where several bars share a label. */
  name?: string
  /** Above the bar. */
  caption: string
  /** Values by series, in the order of `series`, stacked from zero. */
  values: readonly number[]
  /** The text for screen readers and tooltips. */
  text: string
  /** The records behind the bar, if there are any. */
  href?: string
}
export type Tone = keyof typeof tones
export type Series = { name: string; tone: Tone }
type Props = { title: string; series: readonly Series[]; bars: readonly Bar[] }

export const tones = {
  forest: { fill: 'fill-forest', swatch: 'bg-forest' },
  gold: { fill: 'fill-gold', swatch: 'bg-gold' },
  blue: { fill: 'fill-blue', swatch: 'bg-blue' },
  red: { fill: 'fill-red', swatch: 'bg-red' },
  gray: { fill: 'fill-edge', swatch: 'bg-edge' },
  ink: { fill: 'fill-ink', swatch: 'bg-ink' },
  empty: { fill: 'fill-sunken stroke-edge', swatch: 'border border-edge bg-sunken' },
} as const

const plot = 160
const usualWidth = 480
const room = { caption: 20, labels: 26, names: 80 }
const maxName = 14
/** A bar is wide enough for a finger; more bars than have room scroll. */
const minStep = 24
const maxThickness = 44
/** Widths of texts of this size: a caption of five characters, a label such as `Nov 28`. */
const captionWidth = 32
const labelWidth = 56
/** Half a label may extend past the first and the last bar. */
const margin = 16

/** The bars whose label has room. */
function labeled(bars: readonly Bar[], step: number): number[] {
  let free = 0
  return bars.flatMap(({ label }, index) => {
    if (!label || index * step < free) return []
    free = index * step + labelWidth
    return [index]
  })
}

const shortened = (name: string) => (name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name)

/** Stacked bars. The same figures stand in the table below the chart. */
export function BarChart({ title, series, bars }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(usualWidth)
  useLayoutEffect(() => {
    const watched = frame.current!
    const measure = () => setAvailable(watched.clientWidth || usualWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(watched)
    return () => watch.disconnect()
  }, [])
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <section
        ref={frame}
        aria-label={`Bars of ${title}`}
        // A scrolling area must be reachable by keyboard: the links of the bars, where they have some.
        tabIndex={bars.some(({ href }) => href) ? undefined : 0}
        className="overflow-x-auto"
      >
        <Plot
          title={title}
          series={series}
          bars={bars}
          width={Math.max(available, bars.length * minStep + 2 * margin)}
        />
      </section>
      {series.length > 1 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {series.map(({ name, tone }) => (
            <li key={name} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-3 rounded-sm ${tones[tone].swatch}`} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}

function Plot({ title, series, bars, width }: Props & { width: number }) {
  const indices = bars.map((_, index) => index)
  const step = (width - 2 * margin) / Math.max(1, bars.length)
  const thickness = Math.min(maxThickness, step * 0.84)
  const keys = series.map((_, at) => String(at))
  const most = Math.max(1, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0)))
  const x = scaleBand({
    domain: indices,
    range: [margin, width - margin],
    paddingInner: 1 - thickness / step,
    paddingOuter: (1 - thickness / step) / 2,
  })
  const y = scaleLinear({ domain: [0, most], range: [plot, room.caption] })
  const fill = scaleOrdinal({ domain: keys, range: series.map(({ tone }) => tones[tone].fill as string) })
  const names = bars.some(({ name }) => name) ? room.names : 0
  const valueAt = (index: number, key: string) => bars[index]!.values[Number(key)] ?? 0
  return (
    <svg width={width} height={plot + names + room.labels} className="block">
      <title>{title}</title>
      <BarStack data={indices} keys={keys} value={valueAt} x={(index) => index} xScale={x} yScale={y} color={fill}>
        {(stacks) =>
          bars.map(({ text, href, caption, name }, index) => {
            const parts = stacks.map((stack) => stack.bars[index]!)
            return (
              <Group key={text} href={href} text={text}>
                <title>{text}</title>
                <rect x={margin + index * step} width={step} height={plot + names} className="fill-transparent" />
                {parts.map((part) => (
                  <rect
                    key={part.key}
                    x={part.x}
                    y={part.y}
                    width={part.width}
                    height={Math.max(0, part.height)}
                    className={part.color}
                  />
                ))}
                {name && (
                  <text
                    transform={`translate(${margin + (index + 0.5) * step} ${plot + 8}) rotate(-90)`}
                    textAnchor="end"
                    dominantBaseline="central"
                    className="fill-ink text-[11px]"
                  >
                    {shortened(name)}
                  </text>
                )}
                {/* Keeps the words of the name and the caption apart. */ ' '}
                {step >= captionWidth && (
                  <text
                    x={margin + (index + 0.5) * step}
                    y={Math.min(...parts.map((part) => part.y)) - 5}
                    textAnchor="middle"
                    className="fill-ink text-[11px] tabular-nums"
                  >
                    {caption}
                  </text>
                )}
              </Group>
            )
          })
        }
      </BarStack>
      <AxisBottom
        top={plot}
        scale={x}
        hideTicks
        axisLineClassName="stroke-edge"
        tickValues={labeled(bars, step)}
        tickFormat={(index) => bars[index]?.label ?? ''}
        tickLabelProps={{ className: 'fill-muted font-body text-[11px]', dy: names }}
      />
    </svg>
  )
}

/** A bar, which leads to its records or is only read. */
const Group = ({ href, text, children }: { href: string | undefined; text: string; children: ReactNode }) =>
  href ? (
    <Link href={href} aria-label={text}>
      {children}
    </Link>
  ) : (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of shapes is not interactive
    <g role="img" aria-label={text}>
      {children}
    </g>
  )
