import { everything } from '@app/record-query'
import type { FindRecipients } from '../mailings/find-recipients'
import type { StoredMailing } from '../mailings/mailing'
import { recipientValues } from './reminder-content'

type About = Pick<StoredMailing, 'about_ids' | 'about' | 'to'>

/** The value of `{student_names}` in the mail to an address, read as it is sent: no mailing keeps these names. */
export const studentsOf =
  (recipients: FindRecipients) =>
  async ({ about_ids: ids, about, to: audience = [] }: About, to: string): Promise<string | undefined> => {
    if (!ids || (about !== 'students' && about !== 'lessons')) return undefined
    const { namesOf } = await recipients({ about: { table: about, ids }, to: audience }, everything)
    return recipientValues('', namesOf?.get(to) ?? []).students
  }

export type StudentsOf = ReturnType<typeof studentsOf>
