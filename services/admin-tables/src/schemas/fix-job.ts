import { type FieldErrors, refuseErrors } from '@app/contracts/errors'
import type { FixResult, ValueFix } from '@app/contracts/schema-editor'
import type { Handler, Job } from '@app/jobs'
import { everything } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import { isRequired, kindOf, type TableSchema, titleOf, validateField } from '@app/table-schema'
import type { ApplyWrites } from '../records/apply-writes'
import { type BatchDeps, countRevisions } from '../records/batch-job'
import type { StoredValues } from '../tables/stored-values'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { faultsIn, fieldsToRead } from './impact'
import type { SchemaEditorStore } from './schema-editor-store'
import { schemaAt } from './show-schema'

/** Records written by one chunk; fewer after each attempt that a slow database has cut off. */
const maxWrites = 400
const maxWritesOf = ({ attempts }: Pick<Job, 'attempts'>) => Math.ceil(maxWrites / 2 ** (attempts - 1))

type Fixes = Readonly<Record<string, ValueFix>>
export type FixInput = { version: string; fixes: Fixes; after: string | null }
/** Results of the chunks, each with the position at which the next one begins. */
export type FixProgress = { parts: FixResult[] }

const fixedValue = (fix: ValueFix) => (fix.action === 'set' ? fix.value : null)

/** @throws AppError `invalid_input` for a value that the schema refuses, or that no fix can give */
export function checkFixes(schema: TableSchema, fixes: Fixes): void {
  const errors: FieldErrors = {}
  for (const [name, fix] of Object.entries(fixes)) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (!field || field.readOnly || kindOf(field) === 'unknown') errors[name] = `${name} is not a field to write`
    else {
      const message = validateField(field, titleOf(name, field), isRequired(schema, name), fixedValue(fix))
      if (message) errors[name] = message
    }
  }
  refuseErrors(errors)
}

export type FixJobDeps = {
  schemas: Pick<SchemaEditorStore, 'find'>
  tables: Pick<TableSchemaStore, 'refresh'>
  values: Pick<StoredValues, 'part' | 'total'>
  apply: ApplyWrites
}

type FixContext = { job: Pick<Job, 'id' | 'table' | 'actor' | 'attempts'>; hold: () => void }

/** Sets or clears what does not fit in one part of the records. Values that fit are left alone, so a repeated part finds what is left. */
export async function fixPart(
  { schemas, tables, values, apply }: FixJobDeps,
  { job, hold }: FixContext,
  { version, fixes }: Pick<FixInput, 'version' | 'fixes'>,
  from: string | null,
) {
  const fields = Object.keys(fixes)
  const table = job.table!
  const max = maxWritesOf(job)
  const schema = await schemaAt(schemas, table, version)
  // Another replica may have saved it a moment ago.
  await tables.refresh()
  const today = schoolDay()
  const writes: Parameters<ApplyWrites>[2][number][] = []
  const part = await values.part(table, fieldsToRead(schema, fields), from ?? undefined, (record) => {
    const names = Object.keys(faultsIn(schema, record, fields, today))
    const change = Object.fromEntries(names.map((name) => [name, fixedValue(fixes[name]!)]))
    if (names.length > 0) writes.push({ action: 'update', table, id: record.id, values: change })
    return writes.length < max
  })
  const outcomes = await apply(job.actor!, { source: 'batch', batch: job.id, hold, scope: everything }, writes)
  const skipped = outcomes.flatMap((outcome) =>
    'error' in outcome ? [{ id: outcome.id, reason: outcome.error.message }] : [],
  )
  return { ...part, changed: outcomes.length - skipped.length, skipped }
}

/** Sets or clears the values that do not fit a schema. */
export const fixJob = (deps: FixJobDeps & Pick<BatchDeps, 'revisions'>): Handler<FixInput, FixProgress> => ({
  version: 1,
  undoneBy: 'undo-fix',
  countChanged: countRevisions(deps),
  async *run(job, { hold }) {
    const { table, input, progress } = job
    let { done, changed } = job
    const parts = [...(progress?.parts ?? [])]
    const total = await deps.values.total(table!)
    let from = parts.at(-1)?.next ?? input.after
    while (from !== null || parts.length === 0) {
      const { skipped, ...part } = await fixPart(deps, { job, hold }, input, from)
      parts.push({ ...part, skipped: skipped.slice(0, 20) })
      done += part.checked
      changed += part.changed
      from = part.next
      yield { done, total: Math.max(total, done), changed, skipped, progress: { parts }, isLast: from === null }
    }
  },
})

/** The results after a position: the sum of the parts since then. `undefined` while there is nothing new. */
export function fixedSince({ parts }: FixProgress, after: string | null): FixResult | undefined {
  const since = after === null ? parts : parts.slice(parts.findIndex(({ next }) => next === after) + 1)
  const last = since.at(-1)
  if (!last) return undefined
  const sum = (count: (part: FixResult) => number) => since.reduce((all, part) => all + count(part), 0)
  return {
    checked: sum(({ checked }) => checked),
    changed: sum(({ changed }) => changed),
    next: last.next,
    skipped: since.flatMap(({ skipped }) => skipped).slice(0, 20),
  }
}
