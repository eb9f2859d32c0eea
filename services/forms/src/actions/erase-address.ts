import { seconds } from '@app/contracts/durations'
import type { MailingStore } from '../models/mailing'
import type { PersonalData } from '../models/personal-data'

/** A write that began before the erasure ends within this time. */
const pauseMs = seconds(0.3)
const maxPasses = 10

type Deps = { personal: Pick<PersonalData, 'erase'>; mailings: Pick<MailingStore, 'erase'> }
export type ErasedCount = { inquiries: number; students: number }

/**
 * Deletes everything of an address: inquiries with their replies and queued mails, records of students, both also from
 * the trash, what their history held, and its part of mailings. Repeated until a pass finds nothing, because a concurrent
 * write may bring something back.
 */
export const eraseAddress =
  ({ personal, mailings }: Deps) =>
  async (email: string): Promise<ErasedCount> => {
    await mailings.erase(email)
    const total = { inquiries: 0, students: 0 }
    let known: string[] = []
    for (let pass = 0; pass < maxPasses; pass++) {
      const { inquiries, students, ids } = await personal.erase(email, known)
      total.inquiries += inquiries
      total.students += students
      known = ids
      if (pass > 0 && inquiries + students === 0) break
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return total
  }
