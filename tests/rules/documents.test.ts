import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

const targets = new Set(Array.from(read('Makefile').matchAll(/^([a-z0-9-]+):/gm), ([, name]) => name))
const withoutFences = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, '')
const fences = (text: string) => Array.from(text.matchAll(/^ *```[^\n]*\n([\s\S]*?)^ *```$/gm), ([, code = '']) => code)

/** The heading's address in a rendered page. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function linkErrors(path: string, text: string): string[] {
  const links = Array.from(withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  return links.flatMap((link) => {
    if (/^[a-z]+:/.test(link)) return []
    const [file = '', fragment] = link.split('#')
    const target = file ? join(dirname(path), file) : path
    if (!existsSync(join(root, target))) return [`${path}: ${link} does not exist`]
    if (!fragment || !target.endsWith('.md')) return []
    const headings = Array.from(read(target).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => anchor(heading))
    return headings.includes(fragment) ? [] : [`${path}: ${link} names no heading`]
  })
}

/** `make` with a target in a command block, or between backticks. */
function targetErrors(path: string, text: string): string[] {
  const commands = [...fences(text), ...Array.from(withoutFences(text).matchAll(/`([^`]+)`/g), ([, code = '']) => code)]
  const named = commands.flatMap((code) =>
    Array.from(code.matchAll(/\bmake +(?:-s +)?([a-z][a-z0-9-]*)(?![\w=])/g), ([, target = '']) => target),
  )
  return named.filter((target) => !targets.has(target)).map((target) => `${path}: there is no make ${target}`)
}

/** Paths between backticks that begin with a folder of this repository. */
function pathErrors(path: string, text: string): string[] {
  const paths = Array.from(
    withoutFences(text).matchAll(
      /`((?:\.github|deploy|docs|nginx|packages|services|tests|tools|web)\/[\w./-]+?)(?::\d+)?`/g,
    ),
    ([, named = '']) => named,
  )
  const built = /^web\/dist/
  // A guide says which files its reader creates.
  const created = new Set(Array.from(text.matchAll(/^Create `([\w./-]+)`/gm), ([, named]) => named))
  return paths
    .filter((named) => !built.test(named) && !created.has(named) && !existsSync(join(root, named)))
    .map((named) => `${path}: ${named} does not exist`)
}

test.each(documents)('%s links to files and headings, names make targets and paths that exist', (path) => {
  const text = read(path)
  expect([...linkErrors(path, text), ...targetErrors(path, text), ...pathErrors(path, text)]).toEqual([])
})

test('a broken link, a missing heading, an unknown target and a missing path are found', () => {
  expect(linkErrors('README.md', '[a](docs/none.md) [b](README.md#no-such-heading)')).toHaveLength(2)
  expect(linkErrors('docs/backup.md', '[a](../README.md) [b](https://archery.example)')).toEqual([])
  expect(targetErrors('README.md', '```sh\nmake nothing\nmake up\n```\n`make neither`')).toHaveLength(2)
  expect(pathErrors('README.md', '`services/none/index.ts` `docs/backup.md`')).toHaveLength(1)
})
