import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiSurface, openApiDocument } from '@app/api-reference'

// Part of a release (CONTRIBUTING.md): what is written here must not break from then on.

export const surfaceFile = '../../docs/api-surface.txt'

if (import.meta.main) {
  if (Bun.argv.length > 2) {
    process.stderr.write('Usage: bun tests/rules/write-api-surface.ts (writes docs/api-surface.txt)\n')
    process.exit(2)
  }
  const lines = apiSurface(openApiDocument('https://school.example'))
  writeFileSync(join(import.meta.dirname, surfaceFile), `${lines.join('\n')}\n`)
}
