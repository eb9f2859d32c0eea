import type { ReactNode } from 'react'
import { counted } from '#lib/words'

type RowListProps = {
  empty: string
  /** Rows that are listed, and rows there are. */
  shown: number
  total: number
  children: ReactNode
}

export const RowList = ({ empty, shown, total, children }: RowListProps) =>
  total === 0 ? (
    <p className="text-muted">{empty}</p>
  ) : (
    <>
      <ul className="grid gap-1.5">{children}</ul>
      {total > shown && (
        <p className="text-muted text-sm">{counted(total - shown, 'more row', 'more rows')} like these</p>
      )}
    </>
  )

export const Row = ({ row, children }: { row: number; children: ReactNode }) => (
  <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2 [overflow-wrap:anywhere]">
    <span className="text-muted text-sm">Row {row}</span>
    <div>{children}</div>
  </li>
)
