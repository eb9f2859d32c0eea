import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { containerMemory } from './container-memory'

function groupWith(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'cgroup-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

test('file pages that can be dropped do not count', () => {
  const root = groupWith({
    'memory.current': '70000000\n',
    'memory.max': '268435456\n',
    'memory.stat': 'anon 50000000\ninactive_file 12000000\n',
  })
  expect(containerMemory(root)).toEqual({ workingSet: 58_000_000, limit: 268_435_456 })
})

test('the first version of control groups is read as well', () => {
  const root = groupWith({
    'memory/memory.usage_in_bytes': '70000000\n',
    'memory/memory.limit_in_bytes': '268435456\n',
    'memory/memory.stat': 'inactive_file 1\ntotal_inactive_file 10000000\n',
  })
  expect(containerMemory(root)).toEqual({ workingSet: 60_000_000, limit: 268_435_456 })
})

test('without a limit there is nothing to report', () => {
  const stat = { 'memory.stat': '', 'memory/memory.stat': '' }
  expect(containerMemory(groupWith({ ...stat, 'memory.current': '7\n', 'memory.max': 'max\n' }))).toBeUndefined()
  const first = { 'memory/memory.usage_in_bytes': '7\n', 'memory/memory.limit_in_bytes': '9223372036854771712\n' }
  expect(containerMemory(groupWith({ ...stat, ...first }))).toBeUndefined()
  expect(containerMemory(groupWith({}))).toBeUndefined()
})
