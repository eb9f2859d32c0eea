import { expect, test } from 'vitest'
import { lessons, students } from '../seed/school'
import { caseFile, readCase } from './read-case.fixture'

/** Name, date of birth and what else is said of it. */
const brief = ({ name, birth_date, phone, email }: Record<string, unknown>) =>
  [name, birth_date, phone, email].filter((value) => value !== null && value !== undefined).join(' ')

type Expected = { created: string[]; notes?: string[]; headings?: number }

const first = 'Ann Lee 2001-03-04'
const both = [first, 'Bo Ray 2001-03-05']
const rows = '\r\nAnn Lee,2001-03-04,beginner\r\nBo Ray,2001-03-05,beginner\r\n'
const of = (text: string, mark: string) => text.replaceAll(',', mark)

test.each<[name: string, expected: Expected]>([
  ['trailing-comma-rows.csv', { created: both }],
  ['sep-comma-line.csv', { created: [first], headings: 2 }],
  ['mac-roman-cr.csv', { created: ['José Núñez 2001-03-04'], notes: ['encoding'] }],
  ['gb18030.csv', { created: ['王小明 2001-03-04', '李小红 2001-03-05'], notes: ['encoding'] }],
  ['one-bad-byte.csv', { created: ['Zoë Née 2001-03-04', 'René Roy 2001-03-05'], notes: ['odd-bytes'] }],
  ['title-rows.csv', { created: [first], notes: ['heading-row'], headings: 4 }],
  ['dup-headers.csv', { created: ['Ann Lee 2001-03-04 916-555-0100'], notes: ['equal-headings'] }],
  ['first-last.csv', { created: [first], notes: ['day-month'] }],
  ['teamsnap.csv', { created: ['Ann Lee 2001-03-04 916-555-0100 ann@example.org'], notes: ['day-month'] }],
  [
    'date-with-time.csv',
    { created: [first, 'Bo Ray 2001-03-04', 'Cy Fo 2001-03-04', 'Di Do 2001-03-04'], notes: ['day-month'] },
  ],
  ['zero-width.csv', { created: ['Ann Lee 2001-03-04 ann@example.org'] }],
  ['formula-text-date.csv', { created: [first] }],
  ['pipe.csv', { created: [first] }],
  ['quote-space.csv', { created: [first] }],
  [
    'phones.csv',
    { created: ['C D 2001-03-04 916.555.0142 x12', 'G H 2001-03-04 916-555-0142', 'I J 2001-03-04 +1 916 555 0142'] },
  ],
])('%s', async (name, { created, notes = [], headings = 1 }) => {
  const result = await readCase(students, caseFile(name))
  expect(result.errors).toEqual([])
  expect(result.created.map(brief)).toEqual(created)
  expect(result.kinds).toEqual(notes)
  expect(result.layout.headingRow).toBe(headings)
})

test('lesson-locale-time.csv', async () => {
  const { created, errors } = await readCase(lessons, caseFile('lesson-locale-time.csv'))
  expect(errors).toEqual([])
  expect(created.map(({ starts_at }) => starts_at)).toEqual([
    '2026-12-05T17:30:00.000Z',
    '2026-12-05T17:30:15.000Z',
    '2026-12-05T17:30:00.000Z',
  ])
})

test.each<[text: string, expected: Expected]>([
  // Separators.
  [of(`name,birth_date,level${rows}`, ';'), { created: both }],
  [of(`name,birth_date,level${rows}`, '\t'), { created: both }],
  [`sep=;\r\n${of(`name,birth_date,level${rows}`, ';')}`, { created: both, headings: 2 }],
  [`"sep=|"\r\n${of(`name,birth_date,level${rows}`, '|')}`, { created: both, headings: 2 }],
  [`SEP=\t\r\n${of(`name,birth_date,level${rows}`, '\t')}`, { created: both, headings: 2 }],
  ['Full Name;Date of birth;Level (a, b, c, d)\r\nAnn Lee;2001-03-04;x\r\n', { created: [first] }],
  ['"Full Name|short",Date of birth\r\nAnn Lee,2001-03-04\r\n', { created: [] }],
  [`name,birth_date,level,,,\r\nAnn Lee,2001-03-04,beginner,,,\r\n`, { created: [first] }],
  [`name,birth_date,level\r\nAnn Lee,2001-03-04,beginner, ,\t,\r\n`, { created: [first] }],
  [`name,birth_date,notes\nAnn Lee,2001-03-04\n`, { created: [first] }],
  // Rows above the headings.
  [
    `Roster${rows.replace('\r\n', '\r\nname,birth_date,level\r\n')}`,
    { created: both, notes: ['heading-row'], headings: 2 },
  ],
  [`\r\n\r\nname,birth_date,level${rows}`, { created: both, headings: 3 }],
  [
    `School,Archery,2026\r\n\r\nStudent Name,DOB,Skill level${rows}`,
    { created: both, notes: ['heading-row'], headings: 3 },
  ],
  [
    `Exported,11/26/2026,by Ivy,\r\nTotal,2,,\r\nName,Birthday,Level,${rows}`,
    { created: both, notes: ['heading-row'], headings: 3 },
  ],
  [`"Roster, fall"\r\nname,birth_date,level${rows}`, { created: both, notes: ['heading-row'], headings: 2 }],
  // Quotes.
  ['"name" , "birth_date"\r\n"Ann Lee" , "2001-03-04"\r\n', { created: [first] }],
  ['name,birth_date\r\nAnn "Annie" Lee,2001-03-04\r\n', { created: ['Ann "Annie" Lee 2001-03-04'] }],
  ['"name","birth_date"\n"Ann \\"Annie\\" Lee","2001-03-04"\n', { created: ['Ann "Annie" Lee 2001-03-04'] }],
  ['"name","birth_date","notes"\n"Ann Lee","2001-03-04","C:\\"\n"Bo Ray","2001-03-05","x"\n', { created: both }],
  ['"name","birth_date"\n"Ann ""Annie"" \\Lee","2001-03-04"\n', { created: ['Ann "Annie" \\Lee 2001-03-04'] }],
  ['name;  "birth_date"\n"Lee; Ann";  "2001-03-04"\n', { created: ['Lee; Ann 2001-03-04'] }],
  // Headings.
  ['Last Name,First Name,DOB\r\nLee,Ann,2001-03-04\r\n', { created: [first] }],
  ['Child First Name,Child Last Name,Birth Date\r\nAnn,Lee,2001-03-04\r\n', { created: [first] }],
  ['Given Name,Middle Name,Family Name,Birthday\r\nAnn,B,Lee,2001-03-04\r\n', { created: ['Ann B Lee 2001-03-04'] }],
  [
    'Player First Name,Player Last Name,Date of Birth,Player Email\r\nAnn,Lee,2001-03-04,a@example.org\r\n',
    { created: [`${first} a@example.org`] },
  ],
  ['"Last, First",Birthdate\r\n"Lee, Ann",2001-03-04\r\n', { created: [first] }],
  ['"Name (Last, First)",Birthdate\r\n"Lee, Ann",2001-03-04\r\nBo Ray,2001-03-05\r\n', { created: both }],
  ['"Student Last Name, First Name",Birthdate\r\n"Lee, Ann",2001-03-04\r\n', { created: [first] }],
  [
    '"Surname, Given names",Birthdate\r\n"de la Cruz, Ann B.",2001-03-04\r\n',
    { created: ['Ann B. de la Cruz 2001-03-04'] },
  ],
  ['Name,Birthdate\r\n"Lee, Ann",2001-03-04\r\n', { created: ['Lee, Ann 2001-03-04'] }],
  ['LastName,FirstName,DateOfBirth\r\nLee,Ann,2001-03-04\r\n', { created: [first] }],
  ['LName,FName,DoB\r\nLee,Ann,2001-03-04\r\n', { created: [first] }],
  ['Name - Last,Name - First,DOB\r\nLee,Ann,2001-03-04\r\n', { created: [first] }],
  ['Camper Name (First),Camper Name (Last),DOB\r\nAnn,Lee,2001-03-04\r\n', { created: [first] }],
  ['Last,MI,First,DOB\r\nLee,B,Ann,2001-03-04\r\n', { created: ['Ann B Lee 2001-03-04'] }],
  [
    'Legal First Name *,Legal Last Name *,Date of Birth (mm/dd/yyyy),Email (required),Phone No.\r\nAnn,Lee,3/4/2001,a@example.org,916-555-0100\r\n',
    { created: [`${first} 916-555-0100 a@example.org`] },
  ],
  ['Name,Date of Birth [DD/MM/YYYY]\r\nAnn Lee,4/3/2001\r\n', { created: [first], notes: ['day-first'] }],
  ['name,dob\nAnn Lee,4.3.2001\nBo Ray,15.3.2001\n', { created: [first, 'Bo Ray 2001-03-15'], notes: ['day-first'] }],
  ['name,dob\nAnn Lee,3.4.2001\n', { created: [], notes: ['day-month'] }],
  ['First,Last,Birthdate\r\nAnn,,2001-03-04\r\n', { created: ['Ann 2001-03-04'] }],
  [
    'Name,Birthday,E-mail 1 - Value,Phone 1 - Value\r\nAnn Lee,2001-03-04,a@example.org,916-555-0100\r\n',
    { created: [`${first} 916-555-0100 a@example.org`] },
  ],
  ['Name,Birthday,Parent 1 email\r\nAnn Lee,2001-03-04,p@example.org\r\n', { created: [first] }],
  [
    'Name,Birthday,Phone,phone,Phone\r\nAnn Lee,2001-03-04,916-555-0100,,916-555-0101\r\n',
    { created: [`${first} 916-555-0100`], notes: ['equal-headings'] },
  ],
  [
    'Name,Birthday,Notes,Notes,Notes (2)\r\nAnn Lee,2001-03-04,a,b,c\r\n',
    { created: [first], notes: ['equal-headings'] },
  ],
  // Dates.
  [
    'name,dob\nAnn Lee,13/4/2001\nBo Ray,5/3/2001\n',
    { created: ['Ann Lee 2001-04-13', 'Bo Ray 2001-03-05'], notes: ['day-first'] },
  ],
  ['name,dob\nAnn Lee,3/14/2001\nBo Ray,3/5/2001\n', { created: ['Ann Lee 2001-03-14', 'Bo Ray 2001-03-05'] }],
  ['name,dob\nAnn Lee,3/4/2001\nBo Ray,3/5/2001\n', { created: both, notes: ['day-month'] }],
  [
    'name,dob\nAnn Lee,13/4/2001\nBo Ray,3/14/2001\nCy Fo,3/4/2001\n',
    { created: ['Ann Lee 2001-04-13', 'Bo Ray 2001-03-14', 'Cy Fo 2001-03-04'], notes: ['day-month'] },
  ],
  ["name,dob\nAnn Lee,'3/4/2001\n", { created: [first], notes: ['day-month'] }],
  ['name,dob\nAnn Lee,"3/4/2001,"\n', { created: [first], notes: ['day-month'] }],
  ['name,dob\nAnn Lee,Sat 3/4/2001\n', { created: [first], notes: ['day-month'] }],
  ['name,dob\nAnn Lee,Sun 3/4/2001\n', { created: [first] }],
  ['name,dob\nAnn Lee,"Sunday, 4/3/2001"\n', { created: [first], notes: ['day-first'] }],
  ['name,dob\nAnn Lee,Sun 4.3.2001\nBo Ray,5.3.2001\n', { created: both, notes: ['day-first'] }],
  ['name,dob\nAnn Lee,4/4/2001\n', { created: ['Ann Lee 2001-04-04'] }],
  ['name,dob\nAnn Lee,36954\n', { created: [first], notes: ['read-as'] }],
])('%j', async (text, { created, notes = [], headings = 1 }) => {
  const result = await readCase(students, text)
  expect(result.created.map(brief)).toEqual(created)
  expect(result.kinds).toEqual(notes)
  expect(result.layout.headingRow).toBe(headings)
})

test('what was answered of day and month holds for all dates that leave it open', async () => {
  const { created, kinds } = await readCase(students, 'name,dob\nAnn Lee,3/4/2001\n', { dayFirst: true })
  expect([created.map(brief), kinds]).toEqual([['Ann Lee 2001-04-03'], ['day-month']])
})

test('a date with points is read when somebody has said what comes first', async () => {
  const read = async (dayFirst: boolean) =>
    (await readCase(students, 'name,dob\nAnn Lee,3.4.2001\n', { dayFirst })).created.map(brief)
  expect([await read(true), await read(false)]).toEqual([['Ann Lee 2001-04-03'], [first]])
})

test('a cell beyond the headings that holds something is never dropped', async () => {
  const long = Array.from({ length: 60 }, (_, at) => `Ann ${at},2001-03-04`).join('\n')
  const { errors } = await readCase(students, `name,dob\n${long}\nBo Ray,2001-03-04,lost?\n`)
  expect(errors).toEqual(['has 3 cells, the first row has 2'])
})

test('times of another zone whose day is another one at the school are noted', async () => {
  const day = (text: string) => readCase(students, `name,birth_date,level\r\nAnn Lee,${text},beginner\r\n`)
  const { created, notes } = await day('2001-03-04T05:00:00.000Z')
  expect(created[0]).toMatchObject({ birth_date: '2001-03-03' })
  expect(notes).toEqual([expect.objectContaining({ kind: 'read-as', message: expect.stringContaining('2001-03-03') })])
  for (const text of ['2001-03-04T00:00:00Z', '2001-03-04T08:00:00Z', '2001-03-04 05:00'])
    expect((await day(text)).notes).toEqual([])
})
