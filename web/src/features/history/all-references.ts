import type { References } from '@app/contracts/tables'

/** The labels of all pages together. */
export function allReferences(pages: readonly { references?: References | undefined }[]): References {
  const all: Record<string, References[string]> = {}
  for (const { references = {} } of pages)
    for (const [table, labels] of Object.entries(references)) all[table] = { ...all[table], ...labels }
  return all
}
