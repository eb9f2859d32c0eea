import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const text = (path: string) => readFileSync(join(resolve(import.meta.dirname, '../..'), path), 'utf8')
/** The result of the first row whose subject begins so. */
const result = (subject: string) =>
  text('docs/benchmarks.md')
    .split('\n')
    .find((line) => line.startsWith(`| ${subject}`))
    ?.split('|')[3]

test('the figures of README.md are those of docs/benchmarks.md', () => {
  const readme = text('README.md')
  const [, throughput, cpu] = /\| (\S+) the throughput, (\S+) the CPU \|/.exec(readme) ?? []
  expect(result('the same, with distinct filters, pages and sorts')).toContain(` ${cpu} / ${throughput};`)
  const [, inquiries] = /\| (\S+) inquiries under/.exec(readme) ?? []
  expect(result('three soaks of 100,000 inquiries')).toContain(` ${inquiries} / 0 / 0 / 0 `)
  const [, page, scripts] = /\| (\d+) KB with (\d+) KB of scripts/.exec(readme) ?? []
  const sizes = [...result('home page, Lighthouse mobile')!.matchAll(/([\d.]+) KB/g)].map(([, kb]) =>
    Math.round(Number(kb)),
  )
  expect(sizes).toEqual([Number(page), Number(scripts)])
})
