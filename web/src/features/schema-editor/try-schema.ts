import { previewSchema } from '@app/contracts/calls/schema-editor'
import type { SchemaImpact } from '@app/contracts/schema-editor'
import type { TableSchema } from '@app/table-schema/schema'
import { callApi } from '#lib/call-api'

type Progress = (checked: number, total: number) => void

/** Tries a schema against all records, part by part. */
export async function trySchema(schema: TableSchema, onProgress: Progress, signal: AbortSignal): Promise<SchemaImpact> {
  const all: SchemaImpact = { checked: 0, total: 0, next: null, faults: [], records: [], retired: [] }
  const counts = new Map<string, SchemaImpact['faults'][number]>()
  let after: string | undefined
  do {
    const body = { schema, ...(after !== undefined && { after }) }
    const part = await callApi(previewSchema, { params: { name: schema.name }, body, signal })
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
