import type { Column } from '@app/table-schema/cell'

/** A person's arrangement of the columns of a list; widths in CSS pixels. */
export type Arrangement = {
  order?: readonly string[]
  hidden?: readonly string[]
  widths?: Readonly<Record<string, number>>
}

export const minWidth = 80
const maxWidth = 280
export const clampWidth = (width: number) => Math.round(Math.min(maxWidth, Math.max(minWidth, width)))

/** The shown columns in the chosen order; columns that the arrangement does not name keep their place at the end. */
export function arrange(columns: readonly Column[], { order = [], hidden = [] }: Arrangement): Column[] {
  const [title, ...others] = columns
  if (!title) return []
  const place = ({ key }: Column) => (order.includes(key) ? order.indexOf(key) : order.length)
  const shown = others.filter(({ key }) => !hidden.includes(key))
  return [title, ...shown.toSorted((a, b) => place(a) - place(b))]
}

/** Moves a column one place; the title column stays first. */
export function moveColumn(columns: readonly Column[], key: string, step: -1 | 1): string[] {
  const keys = columns.map((column) => column.key)
  const from = keys.indexOf(key)
  const to = from + step
  if (from < 1 || to < 1 || to >= keys.length) return keys
  return keys.toSpliced(from, 1).toSpliced(to, 0, key)
}
