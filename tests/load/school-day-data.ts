import { days, hours } from '@app/contracts/durations'
import { schoolDay, startOfDay } from '@app/school-time/school-day'
import { type Document, MongoClient, ObjectId } from 'mongodb'

const firstNames = ['Ada', 'Ben', 'Cleo', 'Dana', 'Eli', 'Fay', 'Gus', 'Hana', 'Ivo', 'June']
const lastNames = ['Brook', 'Ito', 'Marsh', 'Nolan', 'Ortiz', 'Price', 'Quinn', 'Reyes', 'Stone', 'Tran', 'Usher']
const perDay = 12
const perLesson = 6

/** The same lessons without references: ids are plain texts there. */
export const plainTable = 'bench_plain_lessons'

const studentAt = (n: number): Document => ({
  _id: new ObjectId(),
  name: `${firstNames[n % firstNames.length]} ${lastNames[n % lastNames.length]} ${n}`,
  birth_date: `${1960 + (n % 58)}-0${1 + (n % 9)}-15`,
  level: ['beginner', 'intermediate', 'advanced'][n % 3],
  phone: '(916) 555-0142',
  guardian: n % 3 ? 'R. Brook' : null,
  waiver_signed: n % 5 > 0,
  created_at: new Date(Date.now() - n * 1_000),
  updated_at: new Date(),
})

const instructorAt = (n: number): Document => ({
  _id: new ObjectId(),
  name: `Instructor ${n}`,
  email: `instructor${n}@example.com`,
  certification: 'level_2',
  certified_until: schoolDay(Date.now() + days(n * 20 - 100)),
  active: true,
  created_at: new Date(),
  updated_at: new Date(),
})

/** Twelve lessons a day, most of them before today, with an instructor and six students each. */
function lessonAt(n: number, count: number, students: readonly Document[], instructors: readonly Document[]): Document {
  const day = Math.floor(n / perDay) - Math.floor(count / perDay) + 20
  const attending = Array.from({ length: perLesson }, (_, at) => students[(n * 7 + at * 131) % students.length]!)
  return {
    title: `Lesson ${n}`,
    kind: 'group',
    place: n % 2 ? 'roseville' : 'sacramento',
    starts_at: new Date(startOfDay(schoolDay(), day).getTime() + hours(8) + (n % perDay) * hours(1)),
    minutes: 60,
    seats: 8,
    instructor: instructors[n % instructors.length]!._id.toHexString(),
    students: [...new Set(attending)].map(({ _id }) => _id.toHexString()),
    cancelled: false,
    public: true,
    created_at: new Date(Date.now() - n * 1_000),
    updated_at: new Date(),
  }
}

/** The description of the lessons with texts in the place of references. */
async function describePlain(schemas: ReturnType<MongoClient['db']>): Promise<void> {
  type Stored = Document & { _id: string }
  const described = await schemas.collection<Stored>('table_schemas').findOne({ _id: 'lessons' })
  const plain = ({ format, table: _table, maxItemsField: _limit, items, ...field }: Document): Document => {
    const rest = format === undefined || format === 'reference' ? field : { ...field, format }
    return items?.format === 'reference' ? { ...rest, items: { type: 'string' } } : { ...rest, ...(items && { items }) }
  }
  const properties = Object.fromEntries(
    Object.entries(described!.properties as Record<string, Document>).map(([name, field]) => [name, plain(field)]),
  )
  await schemas
    .collection<Stored>('table_schemas')
    .replaceOne({ _id: plainTable }, { name: plainTable, title: 'Plain', properties, position: 99 }, { upsert: true })
}

/** Students, twenty instructors, and lessons around today, in the place of what is stored. */
export async function seedSchool(uri: string, { students, lessons }: { students: number; lessons: number }) {
  const client = await new MongoClient(uri).connect()
  const db = client.db()
  const fill = async (name: string, documents: Document[]) => {
    await db.collection(name).deleteMany({})
    for (let from = 0; from < documents.length; from += 5_000)
      await db.collection(name).insertMany(documents.slice(from, from + 5_000))
  }
  const people = Array.from({ length: students }, (_, n) => studentAt(n))
  const teachers = Array.from({ length: 20 }, (_, n) => instructorAt(n))
  const dated = Array.from({ length: lessons }, (_, n) => lessonAt(n, lessons, people, teachers))
  await fill('students', people)
  await fill('instructors', teachers)
  await fill('lessons', dated)
  await describePlain(db)
  await fill(plainTable, dated)
  await client.close()
}
