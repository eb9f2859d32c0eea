import { Link } from 'wouter'
import { type Bar, type Series, tones } from './bar-chart'

type Props = { title: string; series: readonly Series[]; bars: readonly Bar[] }

/** One bar a line, each as wide as the others: shares of 100 percent, with room for names of any length. */
export const ShareBars = ({ title, series, bars }: Props) => (
  <ol aria-label={title} className="grid gap-1.5">
    {bars.map(({ name, caption, values, text, href }) => {
      const all = Math.max(
        1,
        values.reduce((sum, value) => sum + value, 0),
      )
      return (
        <li
          key={text}
          title={text}
          className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)_3rem] items-center gap-x-3 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_3rem]"
        >
          <span className="truncate">
            {href ? (
              <Link href={href} className="text-link inline-flex min-h-9 items-center">
                {name}
              </Link>
            ) : (
              name
            )}
          </span>
          <span aria-hidden="true" className="flex h-5 overflow-hidden rounded-md">
            {series.map(({ name: part, tone }, at) => (
              <span
                key={part}
                className={tones[tone].swatch}
                style={{ width: `${((values[at] ?? 0) / all) * 100}%` }}
              />
            ))}
          </span>
          <span className="text-right tabular-nums">{caption}</span>
          <span className="sr-only">{text}</span>
        </li>
      )
    })}
  </ol>
)
