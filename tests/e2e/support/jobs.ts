import type { Browser, Page, TestType } from '@playwright/test'
import { byNight, devices } from './devices'
import { expect, test } from './inquiries'
import { countInteractions } from './interactions'
import { maxShift, shiftsOf, watchShifts } from './layout-shift'

type Limit = { goal: number; desktop?: number; phone?: number; byDay?: true }

/**
 * The jobs of a school's week, each from Today: how many interactions they may take. Where more or fewer are needed than the goal,
 * the number that is reached stands beside it. By day only the jobs run that no other journey or screen test covers.
 */
const limits = {
  'answer an inquiry with a template': { goal: 2 },
  'answer a visitor who has answered': { goal: 3 },
  'give a conversation to a colleague and snooze it until Saturday': { goal: 4 },
  'answer with a file': { goal: 4 },
  'add a walk-in of nine years with a new guardian': { goal: 7 },
  'mark the attendance of eight without network': { goal: 4 },
  'move a lesson from 12 to 2 PM and tell the families': { goal: 4, byDay: true },
  'cancel a day for rain': { goal: 3 },
  'put a child on a waiting list and offer the freed seat': { goal: 4 },
  'import a sheet of 30 families': { goal: 12, desktop: 9, phone: 10 },
  'find a caller by four digits': { goal: 3, byDay: true },
  'invite a teacher, who sees their lessons': { goal: 5 },
  'add a column with three choices and fill five rows': { goal: 18, desktop: 15 },
  'undo a bulk edit of 22 students': { goal: 3 },
  'export the students under 14 of the summer as Excel': { goal: 7 },
  'have a waiver signed on the device': { goal: 4 },
  'publish a price, hours and a photo together': { goal: 12 },
  'publish a change on Friday at 8 AM': { goal: 4 },
  'settle every step of the setup': { goal: 5, desktop: 2, phone: 2 },
  'give a script access': { goal: 4 },
  'erase a family': { goal: 5 },
  'write to everybody of Saturday': { goal: 4 },
} satisfies Record<string, Limit>

type Job = keyof typeof limits

type Fixtures = typeof test extends TestType<infer Of, infer _> ? Of : never
type Body<J extends Job> = (
  about: Pick<Fixtures, 'records' | 'world' | 'mailUrl' | 'faults'> & {
    page: Page
    browser: Browser
    isPhone: boolean
    /** Counts what the person does. */
    counts: Record<J, ReturnType<typeof countInteractions>>
  },
) => Promise<void>

/**
 * Declares a journey of one or more jobs at 1280 px, and at 390 px by night. Each counter's total is compared with the limit of its
 * job, and no page may move by itself meanwhile.
 */
export function jobs<J extends Job>(names: readonly J[], body: Body<J>) {
  const details = names.some((name) => 'byDay' in limits[name]) ? {} : byNight
  for (const { device, viewport, details: ofDevice } of devices)
    test.describe(`on a ${device}`, ofDevice, () => {
      test.use({ viewport })
      test(names.join('; '), details, async ({ page, browser, records, world, mailUrl, faults }) => {
        await watchShifts(page)
        const counts = Object.fromEntries(names.map((name) => [name, countInteractions()])) as Record<
          J,
          ReturnType<typeof countInteractions>
        >
        await body({ page, browser, records, world, mailUrl, faults, isPhone: device === 'phone', counts })
        for (const name of names) {
          const limit: Limit = limits[name]
          expect(counts[name].total, name).toBeGreaterThan(0)
          expect(counts[name].total, name).toBeLessThanOrEqual(limit[device] ?? limit.goal)
        }
        const { sum, what } = await shiftsOf(page)
        expect(sum, what).toBeLessThanOrEqual(maxShift)
      })
    })
}

export { expect, test }
