import { invalidField } from '@app/contracts/errors'
import { confirmableSteps, type Setup, type SetupMark, type SetupStep, setupSteps } from '@app/contracts/setup'
import type { WebsiteContent } from '@app/contracts/website/content'
import type { WebsiteFacts } from '@app/contracts/website/facts'
import type { WebsiteEditor } from '../website/edit-website'
import { shippedContent } from '../website/shipped'
import type { SetupFacts } from './setup-facts'
import type { SetupStore } from './setup-store'

type SetupDeps = {
  setup: SetupStore
  setupFacts: SetupFacts
  website: Pick<WebsiteEditor, 'draft'>
}

const differ = (content: WebsiteContent, names: readonly (keyof WebsiteFacts)[]) =>
  names.some((name) => JSON.stringify(content.facts[name]) !== JSON.stringify(shippedContent.facts[name]))

/** The first steps of a new school. A step is done when what it is about is stored, whoever did it and wherever. */
export function setupActions({ setup, setupFacts: facts, website }: SetupDeps) {
  /** Once seen it is noted, since the mail itself is kept for 30 days. */
  async function hasSentTestMail(isNoted: boolean): Promise<boolean> {
    if (isNoted) return true
    const isSent = await facts.hasSentTestMail()
    if (isSent) await setup.noteMailSent()
    return isSent
  }

  async function read(): Promise<Setup> {
    const [{ marks = {}, hidden, mail_sent: isNoted = false }, { content, liveVersion }] = await Promise.all([
      setup.read(),
      website.draft(),
    ])
    const [prices, mail, colleague, students] = await Promise.all([
      facts.hasOwnPrices(),
      hasSentTestMail(isNoted),
      facts.hasColleague(),
      facts.hasStudents(),
    ])
    const isDone: Record<SetupStep, boolean | null> = {
      name: differ(content, ['name', 'places', 'area', 'state']),
      hours: differ(content, ['hours']),
      phone: differ(content, ['phone']),
      prices,
      mail,
      mailbox: null,
      passkey: null,
      colleague,
      students,
      publish: liveVersion > 0,
    }
    return {
      steps: setupSteps.map((step) => {
        const mark = marks[step]
        return { step, isDone: isDone[step], mark: mark ? { ...mark, at: mark.at.toISOString() } : null }
      }),
      hidden: hidden ? { by: hidden.by, at: hidden.at.toISOString() } : null,
    }
  }

  return {
    read,

    async mark(step: SetupStep, { as }: SetupMark, by: string): Promise<Setup> {
      if (as === 'confirmed' && !confirmableSteps.includes(step))
        throw invalidField('as', 'This step is done elsewhere.')
      await setup.mark(step, as, by)
      return read()
    },

    async hide(hidden: boolean, by: string): Promise<Setup> {
      await setup.hide(hidden, by)
      return read()
    },
  }
}
