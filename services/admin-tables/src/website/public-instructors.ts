import { seconds } from '@app/contracts/durations'
import { fileIdIn, fileUrl } from '@app/contracts/file-url'
import { collation } from '@app/record-query'
import { plainText, type TableSchema, titleOf } from '@app/table-schema'
import type { Collection } from 'mongodb'
import { optionName } from '../lessons/lesson-days'

const maxTimeMS = seconds(2)
const maxShown = 24
const fields = ['name', 'certification', 'certified_until', 'photo']

/** An instructor as visitors see them; `photo` is the id of an uploaded file. */
type PublicInstructor = { name: string; certificate: string; photo: string | undefined }

/** Instructors who are shown on the website. What is not for visitors does not leave the table. */
export function publicInstructors(
  collection: (name: string) => Collection,
  instructors: () => Promise<TableSchema | undefined>,
) {
  const shown = { on_website: { $eq: true }, active: { $ne: false } }

  /** The table, unless an admin has retired the field that says who is shown, or it is about something else. */
  async function schemaWithConsent(): Promise<TableSchema | undefined> {
    const schema = await instructors()
    return schema?.properties['on_website']?.type === 'boolean' ? schema : undefined
  }

  return {
    /** By name. `today` is the day at the school: a certificate that has ended is not shown. */
    async all(today: string): Promise<PublicInstructor[]> {
      const schema = await schemaWithConsent()
      if (!schema) return []
      const { certification, photo } = schema.properties
      const rows = await collection('instructors')
        .find(shown, {
          projection: Object.fromEntries(fields.map((field) => [field, 1])),
          sort: { name: 1, _id: 1 },
          limit: maxShown,
          collation,
          maxTimeMS,
        })
        .toArray()
      return rows.map((row) => {
        const level = certification ? plainText(optionName(schema, 'certification', row['certification'])) : ''
        const isEnded = typeof row['certified_until'] === 'string' && row['certified_until'] < today
        return {
          name: plainText(String(row['name'] ?? '')),
          certificate: level && !isEnded ? `${titleOf('certification', certification)}: ${level}` : '',
          photo: photo?.format === 'image' && typeof row['photo'] === 'string' ? fileIdIn(row['photo']) : undefined,
        }
      })
    },

    /** True if this uploaded file is the photo of somebody who is shown. */
    async shows(file: string): Promise<boolean> {
      const schema = await schemaWithConsent()
      if (schema?.properties['photo']?.format !== 'image') return false
      const options = { projection: { _id: 1 }, maxTimeMS }
      return (await collection('instructors').findOne({ ...shown, photo: { $eq: fileUrl(file) } }, options)) !== null
    },
  }
}
export type PublicInstructors = ReturnType<typeof publicInstructors>
