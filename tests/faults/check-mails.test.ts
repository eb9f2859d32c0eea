import { expect, test } from 'vitest'
import { checkMails, type InboundEvidence } from './inbound/check-mails'
import { createCorrespondents } from './inbound/correspondents'
import { incomingMails, mailKinds } from './inbound/mail-kinds'
import { seeded } from './seeded-random'

const files = { named: 1, there: 1 }
const evidence = (): InboundEvidence => ({
  sent: [
    { key: 'a', kind: 'answer', size: 5, state: 'threaded', inquiry: 'i' },
    { key: 'b', kind: 'bounce', size: 6, state: 'automated', inquiry: 'q' },
  ],
  stored: [
    { id: '1', keys: ['a', 'imap:1'], state: 'threaded', inquiry: 'i', isPending: false, rawLength: 5, files },
    { id: '2', keys: ['b'], state: 'automated', inquiry: 'q', isPending: false, rawLength: 6, files },
  ],
  conversations: [
    { id: 'i', status: 'in_progress', incoming: ['1'] },
    { id: 'q', status: 'answered', incoming: [] },
  ],
  quiet: ['q'],
})

test('what is as promised is no violation', () => {
  expect(checkMails(evidence())).toEqual([])
})

test.each<[string, (at: InboundEvidence) => InboundEvidence, string]>([
  ['lost', (at) => ({ ...at, stored: at.stored.slice(0, 1) }), 'bounce: lost'],
  ['twice', (at) => ({ ...at, stored: [...at.stored, { ...at.stored[1]!, id: '3' }] }), 'bounce: stored 2 times'],
  [
    'elsewhere',
    (at) => ({ ...at, sent: [{ ...at.sent[0]!, inquiry: 'j' }, at.sent[1]!] }),
    'wrong thread, i instead of j',
  ],
  [
    'another state',
    (at) => ({ ...at, sent: [at.sent[0]!, { ...at.sent[1]!, state: 'spam' }] }),
    'is automated instead of spam',
  ],
  ['cut', (at) => ({ ...at, sent: [at.sent[0]!, { ...at.sent[1]!, size: 7 }] }), '6 of its 7 bytes'],
  [
    'without its files',
    (at) => ({ ...at, stored: at.stored.map((one) => ({ ...one, files: { named: 2, there: 1 } })) }),
    'files are missing',
  ],
  ['pending', (at) => ({ ...at, stored: at.stored.map((one) => ({ ...one, isPending: true })) }), 'may not know of it'],
  [
    'invented',
    (at) => ({ ...at, stored: [...at.stored, { ...at.stored[0]!, id: '4', keys: ['z'] }] }),
    'nobody sent it',
  ],
  [
    'unknown to its inquiry',
    (at) => ({ ...at, conversations: [{ id: 'i', status: 'in_progress', incoming: [] }] }),
    'knows of other mails',
  ],
  [
    'counted twice',
    (at) => ({ ...at, conversations: [{ id: 'i', status: 'in_progress', incoming: ['1', '1'] }] }),
    'knows of other mails',
  ],
  [
    'not reopened',
    (at) => ({ ...at, conversations: [{ id: 'i', status: 'answered', incoming: ['1'] }] }),
    'was answered and is',
  ],
  [
    'reopened by a program',
    (at) => ({ ...at, conversations: [{ id: 'q', status: 'in_progress', incoming: [] }] }),
    'a program made it',
  ],
])('a mail that is %s is found', (_, plant, violation) => {
  expect(checkMails(plant(evidence())).join('\n')).toContain(violation)
})

test('a run has at least 40 kinds of mail, and the seed makes them again', () => {
  const mails = () => {
    const random = seeded(7)
    const { people } = createCorrespondents(random, new Date(0))
    return [...incomingMails(60, { seeded: random, people, mark: 'm' })].map(({ raw, ...about }) => ({
      ...about,
      size: raw.length,
    }))
  }
  expect(Object.keys(mailKinds).length).toBeGreaterThanOrEqual(40)
  expect(mails()).toEqual(mails())
})
