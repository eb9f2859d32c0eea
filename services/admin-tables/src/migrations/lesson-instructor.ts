import { foldedLabel } from '@app/contracts/comparable'
import { cleanRichText } from '@app/rich-text/clean-rich-text'
import type { TableSchema } from '@app/table-schema'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Finds the id of the one record with this name; `undefined` when there is none or several have it. */
export function idByName(records: Iterable<{ id: string; name: unknown }>) {
  const ids = new Map<string, string | null>()
  for (const { id, name } of records) {
    const folded = foldedLabel(String(name ?? ''))
    ids.set(folded, ids.has(folded) ? null : id)
  }
  return (name: string): string | undefined => ids.get(foldedLabel(name)) ?? undefined
}

/** The notes of a lesson with the name that matches no single instructor. */
export function notesWithName(notes: unknown, name: string, format: string | undefined): string {
  const before = typeof notes === 'string' ? notes : ''
  if (format === 'rich_text') return before + cleanRichText(`<p>Instructor: ${escaped(name)}</p>`)
  return [before, `Instructor: ${name}`].filter(Boolean).join('\n')
}

/** The change of a lesson whose instructor is a name. */
export function lessonChange(
  { instructor, notes }: { instructor: string; notes?: unknown },
  idOf: (name: string) => string | undefined,
  { properties }: Pick<TableSchema, 'properties'>,
): { instructor: string | null; notes?: string } {
  const name = instructor.trim()
  if (!name) return { instructor: null }
  const id = idOf(name)
  return id ? { instructor: id } : { instructor: null, notes: notesWithName(notes, name, properties.notes?.format) }
}
