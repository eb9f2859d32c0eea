import { expect, test } from 'vitest'
import { students } from '../seed/school'
import { readCase } from './read-case.fixture'

const heading = 'Child,DOB,Level,Parent,Phone,Email'
const of = (...rows: string[]) => [heading, ...rows].join('\n')
type Read = Awaited<ReturnType<typeof readCase>>

/** Who is added or found, with the number of rows. */
const people = ({ family }: Read) =>
  (family?.people ?? []).map(
    ({ values: { name, phone, email }, rows, isFound }) =>
      `${isFound ? 'found' : 'new'} ${[name, phone, email].filter(Boolean).join(' ')} x${rows}`,
  )
const ann = { id: 'a'.repeat(24), name: 'Ann Lee', phone: '+1 (916) 555-0142', email: 'Ann@Example.org' }

test('child, parent, phone and email make a student and a guardian, whom siblings share', async () => {
  const read = await readCase(
    students,
    of(
      'Bo Lee,2015-03-04,beginner,Ann Lee,916-555-0142,ann@example.org',
      'Cy Lee,2016-03-05,beginner,Ann Lee,(916) 555-0142,ANN@example.org',
    ),
  )
  expect(read.errors).toEqual([])
  expect(read.mapping).toEqual({
    Child: 'name',
    DOB: 'birth_date',
    Level: 'level',
    Parent: 'guardians.1.name',
    Phone: 'guardians.1.phone',
    Email: 'guardians.1.email',
  })
  expect(people(read)).toEqual(['new Ann Lee 916-555-0142 ann@example.org x2'])
  expect(read.family).toMatchObject({ create: 1, found: 0 })
  const [one, other] = read.created
  expect(one).toMatchObject({
    name: 'Bo Lee',
    phone: null,
    email: null,
    guardians: [expect.stringMatching(/^\w{24}$/)],
  })
  expect(other!['guardians']).toEqual(one!['guardians'])
})

test.each([
  ['the address alone', 'Ann Lee,,ann@example.org', 'Ann Lee,916-555-0199,ann@example.org', 1],
  ['a phone written otherwise, with the name', 'Ann Lee,916-555-0142,', 'ann  LEE,+1 916 555 0142,', 1],
  ['a phone with another name', 'Ann Lee,916-555-0142,', 'Tom Lee,916-555-0142,', 2],
  ['the name, where one row alone has a phone', 'Ann Lee,,', 'Ann Lee,916-555-0142,', 1],
  ['the name with two phones', 'Ann Lee,916-555-0142,', 'Ann Lee,916-555-0199,', 2],
])('%s: %s and %s are %d', async (_, one, other, count) => {
  const read = await readCase(students, of(`Bo Lee,2015-03-04,beginner,${one}`, `Cy Lee,2016-03-05,beginner,${other}`))
  expect([read.errors, read.family?.create]).toEqual([[], count])
})

test('two people are one where a third row has the address of one and the phone of the other', async () => {
  const rows = ['Ann Lee,916-555-0142,', 'Ann Lee,,ann@example.org', 'Ann Lee,916-555-0142,ann@example.org']
  const read = await readCase(students, of(...rows.map((row, at) => `Kid ${at},2015-03-04,beginner,${row}`)))
  expect(people(read)).toEqual(['new Ann Lee 916-555-0142 ann@example.org x3'])
})

test.each([
  ['by the address', 'Anne Lee,,ann@example.org'],
  ['by phone and name', 'Ann Lee,916.555.0142,'],
  ['by phone and name, although the address is another one', 'Ann Lee,916.555.0142,ann.lee@example.org'],
  ['by the name alone', 'Ann Lee,,'],
])('a guardian of the table is found %s, and shown as found', async (_, row) => {
  const read = await readCase(students, of(`Bo Lee,2015-03-04,beginner,${row}`), { known: [ann] })
  expect(read.family).toMatchObject({ create: 0, found: 1, people: [{ row: 2, isFound: true }] })
  expect(read.created).toMatchObject([{ guardians: [ann.id] }])
})

test('what a guardian has otherwise in the table stays, and is said', async () => {
  const row = 'Bo Lee,2015-03-04,beginner,Ann Lee,916-555-0199,ann@example.org'
  const { family, notes } = await readCase(students, of(row), { known: [ann] })
  expect(family?.people).toMatchObject([{ kept: { phone: ann.phone } }])
  expect(notes).toMatchObject([
    { kind: 'family-kept', message: expect.stringContaining('such as Ann Lee in row 2: Phone.') },
  ])
})

test('a name that several guardians have, and nothing else, is an error of its row', async () => {
  const twin = { ...ann, id: 'b'.repeat(24), email: 'other@example.org' }
  const read = await readCase(students, of('Bo Lee,2015-03-04,beginner,Ann Lee,,'), { known: [ann, twin] })
  expect(read.errors).toEqual(['Guardian: "Ann Lee" is not the name of one record alone'])
})

test('rows without what a guardian needs name the cell to fill in', async () => {
  const read = await readCase(
    students,
    of(
      'Bo Lee,2015-03-04,beginner,Ann Lee,,',
      'Cy Lee,2015-03-04,beginner,,,',
      'Di Lee,2015-03-04,beginner,,916-555-0142,',
      'Ed Lee,2015-03-04,beginner,Ann Ray,12,nowhere',
    ),
  )
  const errors = read.outcomes.flatMap((one) => (one.action === 'error' ? one.errors : []))
  expect(errors.map(({ row, column, message, cell }) => [row, column, message, cell])).toEqual([
    [2, 'Phone', 'Guardian: Phone is required', ''],
    [3, 'Parent', 'Guardian: Full Name is required', ''],
    [4, 'Parent', 'Guardian: Full Name is required', ''],
    [5, 'Phone', 'Guardian: Phone is not valid', '12'],
    [5, 'Email', expect.stringMatching(/^Guardian: Email/), 'nowhere'],
  ])
  expect(read.family).toMatchObject({ create: 0, found: 0, people: [] })
})

test('a guardian of rows with errors alone is not added', async () => {
  const row = 'Bo Lee,2015-03-04,expert,Ann Lee,916-555-0142,'
  expect((await readCase(students, of(row))).family).toMatchObject({ create: 0, people: [] })
})

test('an adult without a parent keeps phone and email, and the count is said', async () => {
  const read = await readCase(
    students,
    of('Bo Lee,2015-03-04,beginner,Ann Lee,916-555-0142,', 'Cy Ray,1990-03-05,beginner,,916-555-0150,cy@example.org'),
  )
  expect(read.errors).toEqual([])
  expect(read.created).toMatchObject([
    { phone: null, email: null },
    { phone: '916-555-0150', email: 'cy@example.org', guardians: null },
  ])
  expect(read.kinds).toEqual(['family-own-contact'])
})

test('two parents in one cell become one guardian, and it is said', async () => {
  const row = 'Bo Lee,2015-03-04,beginner,Ann & Tom Lee,916-555-0142,ann@example.org'
  const read = await readCase(students, of(row))
  expect(people(read)).toEqual(['new Ann & Tom Lee 916-555-0142 ann@example.org x1'])
  expect(read.notes).toMatchObject([
    { kind: 'family-two-names', message: expect.stringContaining('“Ann & Tom Lee” in row 2') },
  ])
})

test.each(['"Ann Lee, Tom Lee"', 'Ann Lee and Tom Lee', 'Ann Lee / Tom Lee', '"Ann Lee; Tom Lee"', 'Ann + Tom Lee'])(
  '%s is said to be two',
  async (name) => {
    const read = await readCase(students, of(`Bo Lee,2015-03-04,beginner,${name},916-555-0142,`))
    expect(read.kinds).toEqual(['family-two-names'])
  },
)

test.each(['"Lee, Ann"', 'Fernando Lee', 'Ann-Marie Lee', 'Anders Yates', "O'Neil Brandt"])(
  '%s is one',
  async (name) => {
    expect((await readCase(students, of(`Bo Lee,2015-03-04,beginner,${name},916-555-0142,`))).kinds).toEqual([])
  },
)

test('different values of the same guardian are said, and the first is taken', async () => {
  const read = await readCase(
    students,
    of(
      'Bo Lee,2015-03-04,beginner,Ann Lee,916-555-0142,ann@example.org',
      'Cy Lee,2016-03-05,beginner,Anna Lee,916-555-0142,ann@example.org',
    ),
  )
  expect(people(read)).toEqual(['new Ann Lee 916-555-0142 ann@example.org x2'])
  expect(read.notes).toMatchObject([
    {
      kind: 'family-differs',
      message: expect.stringContaining('Full Name of Ann Lee is Ann Lee, not Anna Lee as in row 3'),
    },
  ])
})

test.each<[string, string, string[]]>([
  [
    'Name,DOB,Parent 1 Name,Parent 1 Phone,Parent 2 Name,Parent 2 Phone',
    'Bo Lee,2015-03-04,Ann Lee,916-555-0142,Tom Lee,916-555-0143',
    ['new Ann Lee 916-555-0142 x1', 'new Tom Lee 916-555-0143 x1'],
  ],
  [
    'Name,DOB,Mother,Father,Phone',
    'Bo Lee,2015-03-04,Ann Lee,Tom Lee,916-555-0142',
    ['new Ann Lee 916-555-0142 x1', 'new Tom Lee 916-555-0142 x1'],
  ],
  [
    'Name,DOB,Mother,Mother email,Father,Father email',
    'Bo Lee,2015-03-04,Ann Lee,lee@example.org,Tom Lee,lee@example.org',
    ['new Ann Lee lee@example.org x1', 'new Tom Lee lee@example.org x1'],
  ],
  [
    'First Name,Last Name,Birthday,Parent First Name,Parent Last Name,Parent Email',
    'Bo,Lee,2015-03-04,Ann,Lee,ann@example.org',
    ['new Ann Lee ann@example.org x1'],
  ],
  [
    "Student,Birthday,Parent/Guardian Name,Parent's Cell,Student Email",
    'Bo Lee,2015-03-04,Ann Lee,916-555-0142,bo@example.org',
    ['new Ann Lee 916-555-0142 x1'],
  ],
  [
    'Name,Birthday,Name of parent,Phone of parent,Email (parent)',
    'Bo Lee,2015-03-04,Ann Lee,916-555-0142,ann@example.org',
    ['new Ann Lee 916-555-0142 ann@example.org x1'],
  ],
  [
    'Name,DOB,"Parent (Last, First)",Phone',
    'Bo Lee,2015-03-04,"Lee, Ann",916-555-0142',
    ['new Ann Lee 916-555-0142 x1'],
  ],
  ['Name,DOB,Parent 1 email,Phone', 'Bo Lee,2001-03-04,ann@example.org,916-555-0142', []],
  ['Name,DOB,Guardian', 'Bo Lee,2001-03-04,', []],
  [
    'Name,DOB,Mother tongue,Parent,Phone',
    'Bo Lee,2015-03-04,Dutch,Ann Lee,916-555-0142',
    ['new Ann Lee 916-555-0142 x1'],
  ],
])('%s', async (headings, row, expected) => {
  const read = await readCase(students, `${headings}\n${row}\n`)
  expect(read.errors).toEqual([])
  expect(people(read)).toEqual(expected)
})

test('a heading says what a guardian is', async () => {
  const read = await readCase(students, 'Name,DOB,Mom,Mom phone\nBo Lee,2015-03-04,Ann Lee,916-555-0142\n')
  expect(read.family?.people[0]?.values).toMatchObject({ relation: 'mother' })
})

test('without the right to edit guardians those of the table are linked, and it is said which right is missing', async () => {
  const file = of(
    'Bo Lee,2015-03-04,beginner,Ann Lee,916-555-0142,',
    'Cy Ray,2016-03-05,beginner,Di Ray,916-555-0150,di@example.org',
  )
  const seeing = await readCase(students, file, { known: [ann], may: (level) => level === 'view' })
  expect(seeing.created).toMatchObject([{ guardians: [ann.id] }])
  expect(seeing.errors).toEqual(['Guardian: you do not have the right to add it'])
  expect(seeing.notes[0]).toMatchObject({ kind: 'family-right', message: expect.stringContaining('Edit of Guardians') })
  const blind = await readCase(students, file, { known: [ann], may: () => false })
  expect([blind.created, blind.errors.length]).toEqual([[], 2])
  expect(blind.notes[0]?.message).toContain('the right to view guardians')
})

test('an export names its records and their guardians by id, and makes nobody', async () => {
  const id = 'c'.repeat(24)
  const text = `id,name,birth_date,level,email,phone,guardians,guardians_label\n${id},Bo Lee,2015-03-04,beginner,,916-555-0142,${ann.id},Ann Lee\n`
  const read = await readCase(students, text)
  expect(read.mapping).toMatchObject({ guardians: 'guardians', phone: 'phone' })
  expect(read.family).toBeUndefined()
})

test.each([
  ['Parent1 First Name,Parent1 Last Name,Parent1 Mobile', 'Pat,Lee,916-555-0100', 'Pat Lee', null],
  ['ParentLastName,ParentFirstName,ParentPhone', 'Lee,Pat,916-555-0100', 'Pat Lee', null],
  ['Parent Name(s),Parent Cell', 'Pat Lee,916-555-0100', 'Pat Lee', null],
  ['Primary Contact,Primary Contact Phone', 'Pat Lee,916-555-0100', 'Pat Lee', null],
  ['Responsible Adult,Phone', 'Pat Lee,916-555-0100', 'Pat Lee', null],
  ['Grandmother,Phone', 'Pat Lee,916-555-0100', 'Pat Lee', null],
  ['Carer name,Carer phone number', 'Pat Lee,916-555-0100', 'Pat Lee', null],
  ['Parent,Relationship to child,Phone', 'Pat Lee,Mother,916-555-0100', 'Pat Lee', 'mother'],
  ['Parent,Relationship,Phone', 'Pat Lee,nice,916-555-0100', 'Pat Lee', null],
])('the headings %s name a guardian', async (headings, cells, name, relation) => {
  const { errors, family } = await readCase(students, `Child,DOB,${headings}\nAnn Lee,2015-03-04,${cells}\n`)
  expect(errors).toEqual([])
  expect(family?.people.map(({ values }) => values)).toEqual([
    expect.objectContaining({ name, relation, phone: '916-555-0100' }),
  ])
})
