import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { FixResult, ValueFix } from '@app/contracts/shape'
import { type Descriptor, isRequired, kindOf, schoolDay, titleOf, validateField } from '@app/table-schema'
import type { Actor } from '../models/actor'
import { derivedId } from '../models/derived-id'
import type { StoredValues } from '../models/stored-values'
import type { ApplyWrites } from '../writes/apply-writes'
import { faultsIn, fieldsToRead } from './impact'

/** Records written by one call. */
const maxWrites = 400

type Fixes = Readonly<Record<string, ValueFix>>
const fixedValue = (fix: ValueFix) => (fix.action === 'set' ? fix.value : null)

/** @throws AppError `invalid_input` for a value that the description refuses, or that no fix can give */
function checkFixes(descriptor: Descriptor, fixes: Fixes): void {
  const errors: FieldErrors = {}
  for (const [name, fix] of Object.entries(fixes)) {
    const field = Object.hasOwn(descriptor.properties, name) ? descriptor.properties[name] : undefined
    if (!field || field.readOnly || kindOf(field) === 'unknown') errors[name] = `${name} is not a field to write`
    else {
      const message = validateField(field, titleOf(name, field), isRequired(descriptor, name), fixedValue(fix))
      if (message) errors[name] = message
    }
  }
  const first = Object.values(errors)[0]
  if (first) throw new AppError('invalid_input', first, errors)
}

/** One id for all calls that belong to one save, so that the history shows them as one. */
const batchOf = (table: string, version: string) => derivedId(`${table}:${version}`)

type Deps = { values: Pick<StoredValues, 'part'>; apply: ApplyWrites }
type Fixing = { descriptor: Descriptor; version: string; fixes: Fixes; after: string | undefined }

/** Sets or clears values that do not fit, in a part of the records. Values that fit are left alone. */
export async function fixPart({ values, apply }: Deps, actor: Actor, fixing: Fixing): Promise<FixResult> {
  const { descriptor, version, fixes, after } = fixing
  const fields = Object.keys(fixes)
  checkFixes(descriptor, fixes)
  const today = schoolDay()
  const writes: Parameters<ApplyWrites>[2][number][] = []
  const part = await values.part(descriptor.name, fieldsToRead(descriptor, fields), after, (record) => {
    const names = Object.keys(faultsIn(descriptor, record, fields, today))
    const changes = Object.fromEntries(names.map((name) => [name, fixedValue(fixes[name]!)]))
    if (names.length > 0) writes.push({ action: 'update', table: descriptor.name, id: record.id, values: changes })
    return writes.length < maxWrites
  })
  const outcomes = await apply(actor, { source: 'batch', batch: batchOf(descriptor.name, version) }, writes)
  const skipped = outcomes.flatMap((outcome) =>
    'error' in outcome ? [{ id: outcome.id, reason: outcome.error.message }] : [],
  )
  return { ...part, changed: outcomes.length - skipped.length, skipped: skipped.slice(0, 20) }
}
