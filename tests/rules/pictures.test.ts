import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '../../web/src')

test('pictures are shown as their orientation says, which browsers do unless a style or a canvas prevents it', () => {
  const files = [...new Bun.Glob('**/*.{ts,tsx,css}').scanSync(web)]
  expect(files.length).toBeGreaterThan(100)
  const preventing = /image-?orientation|createImageBitmap|drawImage/i
  expect(files.filter((file) => preventing.test(readFileSync(join(web, file), 'utf8')))).toEqual([])
})
