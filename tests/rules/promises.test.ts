import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { evidenceErrors } from './evidence'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const [header = '', ...lines] = read('docs/security/promises.tsv').trimEnd().split('\n')
const rows = lines.map((line) => {
  const [sentence = '', evidence = ''] = line.split('\t')
  return { sentence, evidence }
})

/** The sentences of the items of lists that are below these headings. */
function sentencesBelow(...headings: string[]): string[] {
  const page = read('docs/security.md')
  return headings.flatMap((heading) => {
    const section = page.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!
    const items = section.match(/^(?:- |\d\. ).*(?:\n {2,}.*)*/gm) ?? []
    return items.flatMap((item) =>
      item
        .replace(/^(?:- |\d\. )/, '')
        .replace(/\n +/g, ' ')
        .split(/(?<=\.(?:\*\*)?) (?=[A-Z])/),
    )
  })
}
const sentences = sentencesBelow('Model', 'Promises')

test('each sentence of docs/security.md has one row, and each row a sentence', () => {
  expect(header).toBe('sentence\tevidence')
  expect(sentences.length).toBeGreaterThan(45)
  const rowsOf = (text: string) => rows.filter(({ sentence }) => text.startsWith(sentence))
  expect(sentences.filter((text) => rowsOf(text).length !== 1)).toEqual([])
  expect(rows.filter(({ sentence }) => !sentences.some((text) => text.startsWith(sentence)))).toEqual([])
})

test('each promise names tests that exist; few sentences only describe or accept', () => {
  const promises = rows.filter(({ evidence }) => evidence !== '')
  expect(promises.flatMap(({ sentence, evidence }) => evidenceErrors(sentence, evidence))).toEqual([])
  expect(rows.length - promises.length).toBeLessThan(7)
})
