import type { Seeded } from '../seeded-random'
import type { Correspondents } from './correspondents'
import { kindsOfBombs, tooLargeMail } from './kinds-of-bombs'
import { kindsOfPeople } from './kinds-of-people'
import { kindsOfPrograms } from './kinds-of-programs'
import { type Incoming, write } from './mail-text'

export const mailKinds = { ...kindsOfPeople, ...kindsOfPrograms, ...kindsOfBombs }

/** One of this many is larger than 20 MB, one of these a file of 2 MB: they take longer than all others together. */
const tooLargeEach = 1_500
const largeEach = 4

/** The mails of a run, each made when it is sent. The kinds take turns. */
export function* incomingMails(
  count: number,
  { seeded, people, mark }: { seeded: Seeded; people: Correspondents; mark: string },
): Generator<Incoming> {
  const kinds = Object.entries(mailKinds)
  for (let n = 0; n < count; n++) {
    const context = { n, seeded, people, mark }
    const round = Math.floor(n / kinds.length)
    const [kind, compose] = kinds[n % kinds.length]!
    if (n % tooLargeEach === 100) yield write('larger than 20 MB', tooLargeMail, context)
    else if (kind === 'a file of 2 MB' && round % largeEach !== 0)
      yield write('stranger', mailKinds['stranger']!, context)
    else yield write(kind, compose, context)
  }
}
