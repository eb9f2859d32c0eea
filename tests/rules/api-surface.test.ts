import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiSurface, breakingChanges, openApiDocument } from '@app/api-reference'
import { expect, test } from 'vitest'
import { surfaceFile } from './write-api-surface'

const released = readFileSync(join(import.meta.dirname, surfaceFile), 'utf8')
  .trim()
  .split('\n')

test('callers of the released API are not broken', () => {
  const now = apiSurface(openApiDocument('https://school.example'))
  expect(released.length).toBeGreaterThan(500)
  expect(breakingChanges(released, now)).toEqual([])
})
