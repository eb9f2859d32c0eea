import contactFields from '@app/contracts/contact-form.json'
import { seconds } from '@app/contracts/durations'
import { contactFormId } from '@app/contracts/forms'
import type { Interest } from '@app/contracts/site'
import { refuseFactNames } from '@app/contracts/website/school-facts'
import { documentOptions } from '@app/mongo'
import { optionLabel, type TableSchema } from '@app/table-schema'
import { type Connection, Schema } from 'mongoose'
import contactForm from './seeds/contact-form.json'

/** A form as the school configured it: its fields and the mails it causes. */
export type Form = {
  id: string
  fields: TableSchema
  notification_recipient: string
  send_notification_email: boolean
  notification_subject: string
  send_feedback_email: boolean
  feedback_subject: string
  feedback_template: string
  reply_to: string
  /** As an earlier release has stored them. They are facts of the website now. */
  school?: string
  booking_url?: string
  /** Offered no more; inquiries have them. */
  past_interests?: Interest[]
  /** Visitors were asked how they heard about the school: inquiries may have an answer. */
  asked_heard_from?: boolean
}

const text = { type: String, required: true }
const schema = new Schema(
  {
    _id: String,
    table: text,
    fields: { type: Schema.Types.Mixed, required: true },
    notification_recipient: text,
    send_notification_email: { type: Boolean, required: true },
    notification_subject: text,
    send_feedback_email: { type: Boolean, required: true },
    feedback_subject: text,
    feedback_template: text,
    reply_to: text,
    school: String,
    booking_url: String,
    past_interests: { type: [{ _id: false, value: text, label: text }], default: undefined },
    asked_heard_from: Boolean,
  },
  { ...documentOptions, collection: 'forms' },
)

/** A visitor's values with the labels of chosen options. */
export const displayValues = (form: Form, fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const past = name === 'interest' ? form.past_interests?.find((one) => one.value === value) : undefined
      return [name, past?.label ?? optionLabel(form.fields.properties[name], value)]
    }),
  )

/** As it is stored, with the optional fields that this release has added since. */
const withNewFields = (stored: TableSchema): TableSchema => ({
  ...stored,
  properties: { ...contactFields.properties, ...stored.properties },
})

type Stored = Omit<Form, 'id'> & { _id: string; updated_at: Date }

/** Changes take effect within two seconds, and a submission costs no lookup of its form. */
const cacheMs = seconds(2)

/** Form configurations. */
export function formStore(connection: Connection, now = Date.now) {
  const forms = connection.model('Form', schema)
  const known = new Map<string, { form: Promise<Form | undefined>; until: number }>()

  const toForm = (stored: Stored | null) => {
    if (!stored) return undefined
    const { _id, ...rest } = stored
    return { id: _id, ...rest, ...(_id === contactFormId && { fields: withNewFields(rest.fields) }) }
  }
  const read = async (id: string) => toForm(await forms.findById(id).lean<Stored>())

  return {
    /** Stores the contact form unless it exists: staff's changes stay. */
    async prepare(recipient: string | undefined): Promise<void> {
      refuseFactNames(Object.keys(contactFields.properties))
      const addresses = recipient && { notification_recipient: recipient, reply_to: recipient }
      await forms.updateOne(
        { _id: contactFormId },
        { $setOnInsert: { ...contactForm, ...addresses, fields: contactFields } },
        { upsert: true },
      )
    },

    /** @throws where it is missing: inquiries would be refused */
    async requireContactForm(): Promise<void> {
      if (!(await forms.exists({ _id: contactFormId }))) throw new Error('The contact form is missing.')
    },

    /** Uncached, with the time of its last change. */
    read,

    /** Changes a form unless it was changed after `version`; `undefined` then. */
    async update(id: string, change: Partial<Omit<Form, 'id'>>, version: Date) {
      const changed = await forms
        .findOneAndUpdate({ _id: id, updated_at: version }, { $set: change }, { returnDocument: 'after' })
        .lean<Stored>()
      if (changed) known.delete(id)
      return toForm(changed)
    },

    async find(id: string): Promise<Form | undefined> {
      const fresh = known.get(id)
      if (fresh && now() < fresh.until) return fresh.form
      const form = read(id)
      known.set(id, { form, until: now() + cacheMs })
      // Neither an error nor an unknown name is cached.
      const found = await form.catch(() => undefined)
      if (!found) known.delete(id)
      return form
    },
  }
}

export type FormStore = ReturnType<typeof formStore>
