import type { Descriptor } from '@app/table-schema'

/** What leaves the store beside `id`, which is `_id` whatever a document may hold under that name. */
export function shownFields({ properties }: Descriptor): Set<string> {
  const shown = new Set([...Object.keys(properties), 'created_at', 'updated_at'])
  shown.delete('id')
  return shown
}

/** Letters sort and compare as people do it: case and width aside, accents kept. An index serves only if it says the same. */
export const collation = { locale: 'en', strength: 2 } as const
