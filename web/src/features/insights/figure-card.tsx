import { byteOrderMark, csvText } from '@app/table-schema/csv'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { saveFile } from '#lib/files'
import { dateText } from '#lib/school-time'
import { SmallButton } from '#ui/button'

export type Ranked = {
  name: string
  amount: number
  /** The amount in words. */
  text: string
  /** The records behind the amount, if there are any. */
  href?: string
}

/** Names with their amounts, each before a bar of its share of the largest one. Names of any length have room. */
export function RankedList({ items }: { items: readonly Ranked[] }) {
  const most = Math.max(1, ...items.map(({ amount }) => amount))
  return (
    <ol className="grid gap-1">
      {items.map(({ name, amount, text, href }) => (
        <li key={name} className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-lg px-2 py-1.5">
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-0 rounded-lg bg-sunken"
            style={{ width: `${(amount / most) * 100}%` }}
          />
          <bdi className="relative min-w-0 truncate font-semibold" title={name}>
            {href ? (
              <Link href={href} className="text-link">
                {name}
              </Link>
            ) : (
              name
            )}
          </bdi>
          <span className="relative tabular-nums">{text}</span>
        </li>
      ))}
    </ol>
  )
}

type Cell = string | number
export type FigureRow = { cells: readonly Cell[]; href?: string | undefined }
type Props = {
  id: string
  title: string
  columns: readonly string[]
  rows: readonly FigureRow[]
  /** The text without rows. */
  empty?: string
  /** Over both columns. */
  isWide?: boolean
  children: ReactNode
}

const csvLine = (cells: readonly Cell[]) =>
  cells.map((cell) => (typeof cell === 'number' ? String(cell) : csvText(cell))).join(',')

/** Days as everywhere on the page; the file keeps them as programs read them. */
const shown = (cell: Cell) => (typeof cell === 'string' && /^\d{4}-\d\d-\d\d$/.test(cell) ? dateText(cell) : cell)

/** One figure: its chart, the table of the same numbers with links to the records, and a CSV file. */
export function FigureCard({ id, title, columns, rows, empty = 'Nothing in this period.', isWide, children }: Props) {
  const download = () => {
    const lines = [csvLine(columns), ...rows.map(({ cells }) => csvLine(cells))]
    saveFile(`${id}.csv`, new Blob([`${byteOrderMark}${lines.join('\r\n')}\r\n`], { type: 'text/csv' }))
  }
  if (rows.length === 0)
    return (
      <section
        aria-labelledby={id}
        className={`flex flex-wrap items-baseline gap-x-3 self-start rounded-2xl border border-line bg-card px-4 py-3 sm:px-6 ${isWide ? 'lg:col-span-2' : ''}`}
      >
        <h3 id={id} className="text-base">
          {title}
        </h3>
        <p className="text-muted">{empty}</p>
      </section>
    )
  return (
    <section
      aria-labelledby={id}
      className={`grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-2xl border border-line bg-card p-4 sm:p-6 ${isWide ? 'lg:col-span-2' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="text-xl">
          {title}
        </h3>
        <SmallButton onClick={download}>
          <Download className="size-4" />
          CSV<span className="sr-only"> of {title}</span>
        </SmallButton>
      </div>
      {children}
      <details>
        <summary className="min-h-9 cursor-pointer font-semibold text-forest">Table</summary>
        <section
          aria-label={`Table of ${title}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          className="overflow-x-auto"
        >
          <table className="w-full text-left text-sm">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" className="border-line border-b px-2 py-1.5">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ cells, href }) => (
                <tr key={`${href} ${cells.slice(0, 2).join(' ')}`} className="border-line border-b">
                  {cells.map((cell, at) => (
                    <td key={columns[at]} className={`px-2 py-1.5 ${typeof cell === 'number' ? 'tabular-nums' : ''}`}>
                      {at === 0 && href ? (
                        <Link href={href} className="text-link">
                          {shown(cell)}
                        </Link>
                      ) : (
                        shown(cell)
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  )
}
