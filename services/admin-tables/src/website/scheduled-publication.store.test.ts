import type { AppError } from '@app/contracts/errors'
import type { WebsiteContent } from '@app/contracts/website/content'
import { jobRunner, jobStore } from '@app/jobs'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { websiteEditor } from './edit-website'
import { publishSiteJob } from './publish-site-job'
import { publicationKind, scheduledPublications } from './scheduled-publication'
import { builtCards, shippedContent } from './shipped'
import { websiteStore } from './website-store'

const database = testDatabase()
beforeEach(database.clear)

const actor = { id: 'a'.repeat(24), email: 'ada@archery.example', requestId: 'r' }
const named = (name: string): WebsiteContent => ({ ...shippedContent, facts: { ...shippedContent.facts, name } })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    ({ code }: AppError) => code,
  )

function setup() {
  let skew = 0
  const store = jobStore(database.mongo.db, 'test', { now: () => new Date(Date.now() + skew) })
  const later = (ms: number) => {
    skew += ms
  }
  const states = async () => (await store.page({ page: 1 })).data.map(({ state }) => state)
  const entries: unknown[] = []
  const audit = {
    append: async (entry: unknown) => void entries.push(entry),
    during: async <Result>(_: unknown, work: () => Promise<Result>) => work(),
  }
  const runner = jobRunner({
    store,
    ...{ hasRight: async () => true, audit: audit as never, onError: (error) => entries.push(error), restMs: () => 5 },
  })
  const editor = websiteEditor({
    website: websiteStore(database.mongo.db),
    cards: async () => ({ page: builtCards, priced: [] }),
    scheduled: scheduledPublications({ jobs: store, runner }),
    pictures: { touch: async (ids: readonly string[]) => new Set(ids) },
    mailTexts: async () => [],
  })
  runner.register({
    [publicationKind]: publishSiteJob({ website: editor, audit, apply: async () => [], hasRight: async () => true }),
  })
  const name = async () => (await editor.draft()).live.facts.name
  const planned = async () => {
    const { tag } = await editor.save('"0.0"', named('Oak Hill'), 'ada')
    return editor.schedule(`"${tag}"`, inHours(2), actor)
  }
  return { ...{ store, later, states }, editor, runner, entries, name, planned }
}

test('a draft is published at its time as it was, once, and the draft of later goes on', async () => {
  const { editor, runner, later, states, store, entries, name, planned } = setup()
  expect(await planned()).toMatchObject({ by: actor.email, changes: [{ path: 'facts.name', after: 'Oak Hill' }] })
  expect((await editor.draft()).scheduled).toMatchObject({ by: actor.email })
  await editor.save('"0.1"', named('Later'), 'eve')
  runner.start()
  expect(await name()).toBe(shippedContent.facts.name)
  later(2 * 3_600_000)
  await expect.poll(states).toEqual(['done'])
  await runner.close()
  const draft = await editor.draft()
  expect([draft.live.facts.name, draft.content.facts.name, draft.scheduled]).toEqual(['Oak Hill', 'Later', null])
  expect(entries).toMatchObject([{ action: 'publish', recordId: '1' }])
  // A crash before the job's report repeats it.
  const { id } = (await store.page({ page: 1 })).data[0]!
  const { input } = (await store.find(id)) as unknown as { input: never }
  expect(await editor.publishScheduled(id, input, 'ada')).toMatchObject({ id: 1 })
})

test('a publication that is canceled, or replaced by another time, does not happen', async () => {
  const { editor, runner, later, states, name, planned } = setup()
  await planned()
  const { at } = await editor.schedule('"0.1"', inHours(3), actor)
  expect((await editor.draft()).scheduled?.at).toBe(at)
  await editor.cancelScheduled(actor)
  expect(await failure(editor.cancelScheduled(actor))).toBe('not_found')
  later(4 * 3_600_000)
  runner.start()
  await runner.close()
  expect(await states()).toEqual(['stopped', 'stopped'])
  expect(await name()).toBe(shippedContent.facts.name)
})

test('a version that was published meanwhile is not overwritten', async () => {
  const { editor, runner, later, states, name, planned } = setup()
  await planned()
  const { tag } = await editor.save('"0.1"', named('Urgent'), 'eve')
  await editor.publish(`"${tag}"`, 'eve')
  later(3 * 3_600_000)
  runner.start()
  await expect.poll(states).toEqual(['failed'])
  await runner.close()
  expect(await name()).toBe('Urgent')
})

test('a time that is past or too far ahead is refused, and so is a draft that changes nothing', async () => {
  const { editor } = setup()
  expect(await failure(editor.schedule('"0.0"', inHours(2), actor))).toBe('conflict')
  await editor.save('"0.0"', named('Oak Hill'), 'ada')
  for (const at of [inHours(-1), inHours(24 * 29)])
    expect(await failure(editor.schedule('"0.1"', at, actor))).toBe('invalid_input')
})
