import shipped from '@app/contracts/website/shipped.json'
import { expect, test } from 'vitest'
import { sources } from './source'

/** What is shipped as content, added as seeds, or written for readers. */
const content = [
  /\.fixture\.tsx?$/,
  /^packages\/contracts\/src\/[\w/-]+\.json$/,
  /^packages\/mail\/src\/templates\/samples\.ts$/,
  /^services\/[\w-]+\/src\/(seed|inquiries\/seeds)\//,
  /^services\/forms\/src\/inquiries\/sample-inquiries\.ts$/,
  /^web\/src\/content\/shipped-map\.ts$/,
]

const { facts } = shipped
const digits = facts.phone.replace(/\D/g, '')
/** Name, places and numbers of the school whose content is shipped, and who made it. */
const brand = [
  ...[facts.name, facts.name.split(' ').slice(0, 2).join(' '), facts.email],
  ...[facts.phone, digits, digits.slice(-7)],
  ...facts.places.map(({ town }) => town),
  ...[facts.state.name, 'Example Studio', 'valley-oak'],
]
const isNamedIn = (text: string) => brand.filter((name) => text.includes(name))

test('no code contains name, place or brand of a school: it is served by its content', () => {
  const code = sources.filter(
    ({ path, isTest }) =>
      !isTest && /^(packages|services|web|tools|nginx)\//.test(path) && !content.some((each) => each.test(path)),
  )
  expect(code.length).toBeGreaterThan(800)
  // Examples of the API reference, at the end of a file of contracts.
  const prose = /\nexport const docs = [\s\S]*$/
  const found = code.flatMap(({ path, text }) =>
    isNamedIn(path.startsWith('packages/contracts/') ? text.replace(prose, '') : text).map(
      (name) => `${path}: ${name}`,
    ),
  )
  expect(found).toEqual([])
})

test('a name in the code is found', () => {
  expect(isNamedIn("const rpName = 'Valley Oak Archery'")).toContain(facts.name)
  expect(isNamedIn(`call ${facts.phone}`)).toEqual([facts.phone])
})
