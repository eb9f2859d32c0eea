import { days } from '@app/contracts/durations'
import { AppError, conflict, notFound } from '@app/contracts/errors'
import { websiteRight } from '@app/contracts/policy'
import type { PriceChange } from '@app/contracts/website/card-prices'
import { contactChanges, titleOfPath, type WebsiteChange } from '@app/contracts/website/changes'
import type { WebsiteContent } from '@app/contracts/website/content'
import { maxDaysAhead, type ScheduledPublication, type WebsiteVersion } from '@app/contracts/website/versions'
import type { Actor, Job, JobRunner, JobStore } from '@app/jobs'

/** The facts by which the school is reached, among what changed: admins are told of them. */
export function contactsIn({ changes }: Pick<WebsiteVersion, 'changes'>): { contacts?: string } {
  const titles = contactChanges(changes)
  return titles.length > 0 ? { contacts: titles.join(', ') } : {}
}

/** The audit's entry of a publication: the version, and the names of what changed. */
export const publicationEntry = ({ id, changes, restored }: WebsiteVersion) => ({
  recordId: String(id),
  about: {
    version: id,
    fields: [...new Set(changes.map(({ path }) => titleOfPath(path)))].join(', '),
    ...(restored !== null && { restored }),
    ...contactsIn({ changes }),
  },
})

/** A draft as it was when its publication was scheduled. */
export type PublicationInput = {
  at: string
  content: WebsiteContent
  prices?: readonly PriceChange[]
  changes: readonly WebsiteChange[]
  /** The live version that it changes, and the number of the draft. */
  base: number
  revision: number
}

export const publicationKind = 'publish-site'

type Deps = {
  jobs: Pick<JobStore, 'latest'>
  runner: Pick<JobRunner, 'begin' | 'cancel'>
  now?: () => number
}

/** The publication that waits for its time; there is at most one. */
export function scheduledPublications({ jobs, runner, now = Date.now }: Deps) {
  async function waiting(): Promise<(Job & { input: PublicationInput }) | undefined> {
    const job = await jobs.latest(publicationKind)
    return job?.state === 'waiting' ? (job as Job & { input: PublicationInput }) : undefined
  }

  async function cancel(actor: Actor): Promise<void> {
    const job = await waiting()
    if (!job) throw notFound('Nothing is scheduled.')
    await runner.cancel(job.id, actor)
  }

  return {
    cancel,

    /** The content that waits. */
    content: async (): Promise<WebsiteContent | undefined> => (await waiting())?.input.content,

    async find(): Promise<ScheduledPublication | null> {
      const job = await waiting()
      return job ? { at: job.input.at, by: job.actor!.email, changes: [...job.input.changes] } : null
    },

    /** Replaces the one that waits. @throws AppError `invalid_input` for a time that is past or too far ahead */
    async add(input: PublicationInput, actor: Actor): Promise<ScheduledPublication> {
      const startsAt = new Date(input.at)
      const ahead = startsAt.getTime() - now()
      if (!(ahead > 0 && ahead <= days(maxDaysAhead)))
        throw new AppError('invalid_input', 'Check the marked fields.', {
          at: `Time must be in the next ${maxDaysAhead} days`,
        })
      const { changes } = input
      if (changes.length === 0) throw conflict('Nothing has changed: this is what visitors see.')
      if (await waiting()) await cancel(actor)
      await runner.begin({
        kind: publicationKind,
        key: publicationKind,
        table: null,
        actor,
        startsAt,
        right: { table: websiteRight, level: 'edit' },
        input: { ...input, at: startsAt.toISOString() } satisfies PublicationInput,
        total: 1,
      })
      return { at: startsAt.toISOString(), by: actor.email, changes: [...changes] }
    },
  }
}
export type ScheduledPublications = ReturnType<typeof scheduledPublications>
