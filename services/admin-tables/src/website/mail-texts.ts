import { seconds } from '@app/contracts/durations'
import { contactFormId } from '@app/contracts/forms'
import { lessonRemindersId } from '@app/contracts/lesson-reminders'
import { mayUse, type RightsHolder } from '@app/contracts/policy'
import type { MailText } from '@app/contracts/website/mail-uses'
import type { Collection, Document } from 'mongodb'

const maxTimeMS = seconds(2)
/** As many as a reply offers. */
const maxTemplates = 500

const joined = (...texts: unknown[]) => texts.filter((text) => typeof text === 'string' && text !== '').join('\n')

/**
 * Texts of staff for mails, as far as this caller may see them: templates are records, and the settings of mails are
 * for admins. `undefined` when it cannot be read in time: it only accompanies the draft.
 */
export function mailTextReader(
  collection: (name: string) => Collection<Document>,
  onError: (error: unknown) => void = () => {},
) {
  async function templates(): Promise<MailText[]> {
    const projection = { title: 1, subject: 1, text: 1 }
    const found = await collection('reply_templates')
      .find({}, { projection, sort: { title: 1, _id: 1 }, limit: maxTemplates, maxTimeMS })
      .toArray()
    return found.map(({ _id, title, subject, text }) => ({
      kind: 'replyTemplate',
      id: String(_id),
      title: joined(title),
      text: joined(subject, text),
    }))
  }

  async function settings(): Promise<MailText[]> {
    const projection = { feedback_subject: 1, feedback_template: 1, subject: 1, text: 1 }
    const ids = [contactFormId, lessonRemindersId]
    const found = await collection('forms')
      .find({ _id: { $in: ids as never[] } }, { projection, limit: ids.length, maxTimeMS })
      .toArray()
    const of = (id: string) => found.find(({ _id }) => String(_id) === id)
    const form = of(contactFormId)
    const reminders = of(lessonRemindersId)
    return [
      ...(form
        ? [{ kind: 'automaticReply' as const, text: joined(form['feedback_subject'], form['feedback_template']) }]
        : []),
      ...(reminders
        ? [{ kind: 'lessonReminder' as const, text: joined(reminders['subject'], reminders['text']) }]
        : []),
    ]
  }

  return async (caller: RightsHolder): Promise<MailText[] | undefined> => {
    const reads = [
      ...(mayUse(caller, 'reply_templates', 'view') ? [templates] : []),
      ...(caller.role === 'admin' ? [settings] : []),
    ]
    try {
      return (await Promise.all(reads.map((read) => read()))).flat()
    } catch (error) {
      onError(error)
      return undefined
    }
  }
}

export type ReadMailTexts = ReturnType<typeof mailTextReader>
