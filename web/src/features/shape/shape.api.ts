import {
  type FixResult,
  fixResult,
  type ShapeImpact,
  type ShapeVersions,
  shapeImpact,
  shapeVersions,
  type TableShape,
  type TableSummary,
  tableShape,
  tableSummaries,
  type ValueFix,
} from '@app/contracts/shape'
import type { Descriptor } from '@app/table-schema/descriptor'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'

const root = '/api/admin/shape'
const pathOf = (name: string, part = '') => `${root}/${encodeURIComponent(name)}${part}`

export const shapesKey = ['shapes'] as const

export const shapesQuery = queryOptions({
  queryKey: shapesKey,
  queryFn: async ({ signal }): Promise<TableSummary[]> => (await request(tableSummaries, root, { signal })).data,
})

export const shapeQuery = (name: string) =>
  queryOptions({
    queryKey: [...shapesKey, name],
    queryFn: async ({ signal }) => (await request(tableShape, pathOf(name), { signal })) as TableShape,
    refetchOnWindowFocus: false,
  })

export const versionsQuery = (name: string) =>
  queryOptions({
    queryKey: [...shapesKey, name, 'versions'],
    queryFn: async ({ signal }) =>
      ((await request(shapeVersions, pathOf(name, '/versions'), { signal })) as ShapeVersions).data,
  })

export const createTable = async (descriptor: Descriptor) =>
  (await request(tableShape, root, { method: 'POST', body: { descriptor } })) as TableShape

export const saveShape = async (descriptor: Descriptor, version: string) =>
  (await request(tableShape, pathOf(descriptor.name), { method: 'PUT', body: { descriptor, version } })) as TableShape

export const setRetired = async (name: string, version: string, isRetired: boolean) =>
  (await request(tableShape, pathOf(name, '/retire'), { method: 'POST', body: { version, isRetired } })) as TableShape

export type Progress = (checked: number, total: number) => void

/** Tries a description against all records, part by part. */
export async function tryShape(
  descriptor: Descriptor,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<ShapeImpact> {
  const all: ShapeImpact = { checked: 0, total: 0, next: null, faults: [], records: [], retired: [] }
  const counts = new Map<string, ShapeImpact['faults'][number]>()
  let after: string | undefined
  do {
    const body = { descriptor, ...(after !== undefined && { after }) }
    const part = await request(shapeImpact, pathOf(descriptor.name, '/impact'), { method: 'POST', body, signal })
    for (const fault of part.faults) {
      const key = JSON.stringify([fault.field, fault.message])
      counts.set(key, { ...fault, count: fault.count + (counts.get(key)?.count ?? 0) })
    }
    all.checked += part.checked
    all.total = Math.max(part.total, all.checked)
    all.records = [...all.records, ...part.records].slice(0, 20)
    all.retired.push(...part.retired)
    onProgress(all.checked, all.total)
    after = part.next ?? undefined
  } while (after !== undefined)
  return { ...all, faults: [...counts.values()] }
}

export type Fixes = Readonly<Record<string, ValueFix>>

/** Sets and clears what does not fit in all records, part by part. */
export async function fixAll(
  { name, version }: Pick<TableShape, 'name' | 'version'>,
  fixes: Fixes,
  onProgress: (changed: number) => void,
): Promise<Pick<FixResult, 'changed' | 'skipped'>> {
  const all: Pick<FixResult, 'changed' | 'skipped'> = { changed: 0, skipped: [] }
  let after: string | undefined
  do {
    const body = { version, fixes, ...(after !== undefined && { after }) }
    const part = await request(fixResult, pathOf(name, '/fixes'), { method: 'POST', body })
    all.changed += part.changed
    all.skipped.push(...part.skipped)
    onProgress(all.changed)
    after = part.next ?? undefined
  } while (after !== undefined)
  return all
}
