import { expect, test } from 'vitest'
import { check } from './checker'
import type { Call, Evidence, Fault } from './history'

const call = (change: Partial<Call> = {}): Call => ({
  client: 'patient',
  marker: 'm1',
  startedAt: 1_000,
  endedAt: 1_050,
  status: 200,
  outcome: 'ok',
  id: 'a',
  ...change,
})
const mail = { messageId: '<a>', takenAt: 1_100, answered: true }
const again = { ...mail, takenAt: 90_000 }
const stored = { id: 'a', marker: 'm1', mails: [{ messageId: '<a>', state: 'sent' }] }
const kill = (target: string, startedAt: number, endedAt = startedAt + 500): Fault => ({
  target,
  kind: 'kill',
  startedAt,
  endedAt,
})
const evidence = (change: Partial<Evidence> = {}): Evidence => ({
  calls: [call()],
  faults: [],
  stored: [stored],
  taken: [mail],
  leaks: [],
  recovery: 500,
  late: [],
  ...change,
})
const unknown = call({ status: 503, outcome: 'unknown', id: undefined } as Partial<Call>)
const refused = call({ status: 422, outcome: 'refused', id: undefined } as Partial<Call>)
const duplicate = call({ status: 409, outcome: 'duplicate', id: undefined, client: 'hasty' } as Partial<Call>)

test.each<[string, Partial<Evidence>]>([
  ['one stored and mailed', {}],
  ['an unknown one that was not stored', { calls: [unknown], stored: [], taken: [] }],
  ['an unknown one that was stored and mailed', { calls: [unknown] }],
  ['a repetition after an unknown one', { calls: [unknown, call({ startedAt: 2_000, endedAt: 2_010 })] }],
  ['a double click', { calls: [call({ client: 'double' }), { ...duplicate, client: 'double' }] }],
  ['a refused one', { calls: [refused], stored: [], taken: [] }],
  ['a mail twice because its worker was killed', { taken: [mail, again], faults: [kill('worker-a', 1_200)] }],
  ['a mail twice because the connection was lost before the answer', { taken: [{ ...mail, answered: false }, again] }],
  [
    'a mail twice because its worker was killed while the database was unavailable',
    { taken: [mail, again], faults: [kill('mongo', 900, 9_000), kill('worker-b', 8_000)] },
  ],
])('%s is no violation', (_, change) => {
  expect(check(evidence(change)).violations).toEqual([])
})

test.each<[string, Partial<Evidence>, RegExp]>([
  ['an acknowledged inquiry that is lost', { stored: [], taken: [] }, /lost/],
  ['one lost that was called a duplicate', { calls: [unknown, duplicate], stored: [], taken: [] }, /lost/],
  ['one stored twice', { stored: [stored, { ...stored, id: 'b' }] }, /stored 2 times/],
  ['two ids for one inquiry', { calls: [call(), call({ id: 'b' })] }, /2 ids/],
  ['an id that is not the stored one', { calls: [call({ id: 'z' })] }, /another id/],
  ['a refused one that is stored', { calls: [refused] }, /refused/],
  ['one never mailed', { taken: [] }, /never mailed/],
  ['one stored without any mail', { stored: [{ ...stored, mails: [] }], taken: [] }, /without a mail/],
  [
    'one whose mail is left waiting',
    { stored: [{ ...stored, mails: [{ messageId: '<a>', state: 'pending' }] }] },
    /left pending/,
  ],
  ['a mail sent twice without a fault', { taken: [mail, again] }, /again without need/],
  [
    'a mail sent twice with faults that have no part in it',
    { taken: [mail, again], faults: [kill('worker-a', 60_000), kill('redis', 1_100), kill('forms', 1_100)] },
    /again without need/,
  ],
  ['a mail of no inquiry', { taken: [mail, { ...mail, messageId: '<b>' }] }, /no inquiry/],
  ['a duplicate without a first one', { calls: [duplicate] }, /without a first/],
  [
    'a repetition with its key called a duplicate',
    { calls: [unknown, { ...duplicate, client: 'patient' }] },
    /with its key/,
  ],
  ['an error that is no JSON', { calls: [call({ fault: 'with a body that is no JSON' })] }, /no JSON/],
  ['an answer that takes too long', { calls: [call({ endedAt: 9_000 })] }, /waited 8000 ms/],
  ['a log with an address', { leaks: ['{"email":"x@y"}'] }, /a log holds/],
  ['a phase that does not end', { late: ['Timed out waiting for the workers to stop'] }, /workers to stop/],
  ['a service that stays down', { recovery: 31_000 }, /full service only/],
])('%s is a violation', (_, change, violation) => {
  expect(check(evidence(change)).violations.join('\n')).toMatch(violation)
})
