import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { cyclesIn } from './find-cycles'
import { sources } from './source'

const code = sources.filter(({ isTest }) => !isTest)
const paths = new Set(code.map(({ path }) => path))
/** Folders of the workspaces, by the name they are imported by. */
const workspaces = Object.fromEntries(
  code.flatMap(({ path }) => {
    const [, folder, name] = /^((?:packages|services|tools|deploy)\/([a-z-]+))\//.exec(path) ?? []
    return folder && name ? [[name, folder]] : []
  }),
)

/** What is left of an import after types are erased. */
const importing = /^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm

function candidates(from: string, specifier: string): string[] {
  const [, workspace = '', file] = /^@app\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  const [, room] = /^#(.+)$/.exec(specifier) ?? []
  const at = workspaces[workspace]
    ? `${workspaces[workspace]}/src/${file ?? 'index'}`
    : room
      ? `web/src/${room}`
      : specifier.startsWith('.')
        ? posix.join(posix.dirname(from), specifier)
        : ''
  return at ? [at, `${at}.ts`, `${at}.tsx`, `${at}/index.ts`] : []
}

const graph = new Map(
  code.map(({ path, text }) => {
    const specifiers = [...text.matchAll(importing)].map(([, named, bare]) => named ?? bare ?? '')
    const found = specifiers.flatMap((one) => candidates(path, one).find((candidate) => paths.has(candidate)) ?? [])
    return [path, found] as const
  }),
)

test('no file imports itself through others', () => {
  expect([...graph.values()].flat().length).toBeGreaterThan(code.length)
  expect(cyclesIn(graph)).toEqual([])
})

test('a cycle is found', () => {
  const edges = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ])
  expect(cyclesIn(edges)).toEqual([['b', 'c']])
})
