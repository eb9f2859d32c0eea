import type { FormStore } from '../models/form'
import type { UpkeepStore } from '../models/upkeep'

const batch = 100

/** Reminds the school of inquiries whose 24 hours are nearly over; the sweeper sends what this adds. */
export const remindSchool =
  ({ forms, upkeep }: { forms: Pick<FormStore, 'find'>; upkeep: Pick<UpkeepStore, 'toRemind' | 'remind'> }) =>
  async (): Promise<void> => {
    for (const { id, formId } of await upkeep.toRemind(batch)) {
      const form = await forms.find(formId)
      if (form) await upkeep.remind(id, form.notification_recipient)
    }
  }
