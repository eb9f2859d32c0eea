import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitsSince } from './green-night'

const folder = mkdtempSync(join(tmpdir(), 'nights-'))
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
const commit = (subject: string) => {
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-q', '--allow-empty', '-m', subject)
  return git('rev-parse', 'HEAD')
}

git('init', '-q')
const green = commit('one')

test('the commits since the last green night are named, newest first', () => {
  expect(commitsSince(folder, green)).toEqual([`0 commits since the last green night (${green.slice(0, 8)})`])
  const [two, three] = [commit('two'), commit('three')]
  expect(commitsSince(folder, green).slice(1)).toEqual([
    `  ${git('rev-parse', '--short', three)} three`,
    `  ${git('rev-parse', '--short', two)} two`,
  ])
})

test('without a green night, or with one that is not in the checkout, that is said', () => {
  expect(commitsSince(folder, undefined)[0]).toContain('No green night')
  expect(commitsSince(folder, 'f'.repeat(40))[0]).toContain('does not have')
})
