import type { TableRecord } from '@app/contracts/tables'
import type { Column } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { useMemo, useState } from 'react'
import type { TableExtension } from '#lib/table-extension'
import { type Arrangement, arrange, clampWidth, minWidth, moveColumn } from './arrangement'
import { columnWidths } from './column-widths'
import { listColumns } from './list-columns'
import { useArrangement } from './use-arrangement'

export type Columns = ReturnType<typeof useColumns>

/** The columns of a list with their widths, and how a person changes them. */
export function useColumns(
  schema: TableSchema,
  { leading, widths: own }: Pick<TableExtension, 'leading' | 'widths'>,
  records: readonly TableRecord[] | undefined,
  saved?: { id: string; columns: Arrangement },
) {
  const all = useMemo(() => listColumns(schema, leading), [schema, leading])
  const { arrangement, change } = useArrangement(schema.name, saved)
  const shown = useMemo(() => arrange(all, arrangement), [all, arrangement])
  // Estimated once, from the first page with records, so that columns do not move with the data; again after an import.
  const [estimated, setEstimated] = useState<Record<string, number>>()
  if (!estimated && records && records.length > 0) setEstimated(columnWidths(all, records))
  const widths = useMemo(() => ({ ...estimated, ...own, ...arrangement.widths }), [estimated, own, arrangement.widths])

  const setWidth = (key: string, width: number) =>
    change({ ...arrangement, widths: { ...arrangement.widths, [key]: clampWidth(width) } })
  return {
    all,
    shown: shown as readonly Column[],
    widths: widths as Readonly<Record<string, number>>,
    arrangement,
    change,
    remeasure: () => setEstimated(undefined),
    setWidth,
    resize: (key: string, by: number) => setWidth(key, (widths[key] ?? minWidth) + by),
    move: (key: string, step: -1 | 1) => change({ ...arrangement, order: moveColumn(shown, key, step) }),
  }
}
