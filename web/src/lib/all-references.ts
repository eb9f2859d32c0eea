import type { References } from '@app/contracts/tables'

/** The labels that came with all these pages; of two labels of one record the later one. */
export function allReferences(pages: readonly { references?: References | undefined }[]): References {
  const all: Record<string, References[string]> = {}
  for (const { references = {} } of pages)
    for (const [table, labels] of Object.entries(references)) all[table] = { ...all[table], ...labels }
  return all
}
