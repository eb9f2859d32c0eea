import type { FormStore } from '../inquiries/form'
import type { ReminderStore } from './reminders'

const batchSize = 100

/** Reminds the school of inquiries whose response time is nearly over. The outbox sweep queues the added mails. */
export const remindSchool =
  ({ forms, reminders }: { forms: Pick<FormStore, 'find'>; reminders: ReminderStore }) =>
  async (): Promise<void> => {
    for (const { id, formId, threadKey } of await reminders.due(batchSize)) {
      const form = await forms.find(formId)
      if (form) await reminders.add(id, form.notification_recipient, threadKey)
    }
  }
