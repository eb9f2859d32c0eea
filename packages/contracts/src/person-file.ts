import * as v from 'valibot'
import { emailText } from './email-text'
import { personPlaces } from './person-places'

/** The places, and what is read from them again for people: consents, and the records that name those of the person. */
export const personSections = [...personPlaces, 'consents', 'lessons'] as const
export type PersonSection = (typeof personSections)[number]

export const personEntry = v.object({
  title: v.string(),
  /** When it was written, sent or is to happen. */
  at: v.nullable(v.string()),
  /** The record it is, or is about. */
  table: v.nullable(v.string()),
  id: v.nullable(v.string()),
  fields: v.array(v.object({ label: v.string(), text: v.string() })),
  /** Its files, by their paths in the archive. */
  files: v.array(v.string()),
})
export type PersonEntry = v.InferOutput<typeof personEntry>

const attachment = v.object({ path: v.string(), name: v.string(), type: v.string(), size: v.number() })
export type PersonAttachment = v.InferOutput<typeof attachment>

/** `GET /api/person-file`: everything that an erasure of the address would remove, and what it says about the person. */
export const personFile = v.object({
  email: emailText,
  createdAt: v.string(),
  sections: v.record(v.picklist(personSections), v.array(personEntry)),
  attachments: v.array(attachment),
})
export type PersonFile = v.InferOutput<typeof personFile>
