import type { AppError } from '@app/contracts/errors'
import type { RightsHolder } from '@app/contracts/policy'
import { colorsName, shippedColors } from '@app/contracts/website/colors'
import type { WebsiteContent } from '@app/contracts/website/content'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { websiteEditor } from './edit-website'
import { builtCards, shippedContent } from './shipped'
import { websiteStore } from './website-store'

const database = testDatabase()
beforeEach(database.clear)
const stored = () => websiteStore(database.mongo.db)

/** Every picture is stored. */
const everyPicture = { touch: async (ids: readonly string[]) => new Set(ids) }

const shownCards = { cards: async () => ({ page: builtCards, priced: [] }) }
const scheduled = { find: async () => null } as never
const mailTexts = async () => []
const setup = () =>
  websiteEditor({
    website: stored(),
    ...shownCards,
    scheduled,
    pictures: everyPicture,
    mailTexts,
  })
const named = (name: string): WebsiteContent => ({ ...shippedContent, facts: { ...shippedContent.facts, name } })
const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: AppError) => error,
  )

test('without a draft the editor starts with what is live, at first the shipped content', async () => {
  const draft = await setup().draft()
  expect(draft).toMatchObject({ tag: '0.0', changedBy: null, liveVersion: 0, content: shippedContent })
  expect(draft.prices).toEqual({ party: 350 })
})

test('a draft is published as a version that says what it changes', async () => {
  const editor = setup()
  const { tag } = await editor.save('"0.0"', named('Oak Hill'), 'ada')
  const version = await editor.publish(`"${tag}"`, 'eve')
  expect(version).toMatchObject({ id: 1, publishedBy: 'eve', isLive: true, restored: null })
  expect(version.changes).toEqual([{ path: 'facts.name', before: shippedContent.facts.name, after: 'Oak Hill' }])
  expect(await editor.draft()).toMatchObject({ tag: '1.0', changedBy: null, liveVersion: 1 })
})

test('legal pages keep what a text may contain, and nothing that runs', async () => {
  const editor = setup()
  const privacy =
    '<h2>Data</h2><p onclick="x()">We keep <b>little</b>.<script>alert(1)</script></p><img src=x onerror=alert(1)>'
  await editor.save('"0.0"', { ...shippedContent, legal: { privacy, terms: '<svg onload=alert(1)>' } }, 'ada')
  expect((await editor.draft()).content.legal).toEqual({
    privacy: '<h2>Data</h2><p>We keep <b>little</b>.</p>',
    terms: '',
  })
})

test('a save over a draft that another person changed is refused with that draft', async () => {
  const editor = setup()
  await editor.save('"0.0"', named('First'), 'ada')
  const refused = await failure(editor.save('"0.0"', named('Second'), 'eve'))
  expect(refused).toMatchObject({ code: 'conflict', details: { tag: '0.1', changedBy: 'ada' } })
  expect((await editor.draft()).content.facts.name).toBe('First')
})

test('what was not seen is not published, and a draft of a former version is none', async () => {
  const editor = setup()
  await editor.save('"0.0"', named('First'), 'ada')
  expect(await failure(editor.publish('"0.0"', 'eve'))).toMatchObject({ code: 'conflict' })
  await editor.publish('"0.1"', 'ada')
  expect(await failure(editor.publish('"1.0"', 'ada'))).toMatchObject({ message: expect.stringMatching('Nothing') })
})

test('of two publications at once one goes live', async () => {
  const editor = setup()
  await editor.save('"0.0"', named('First'), 'ada')
  const results = await Promise.allSettled([editor.publish('"0.1"', 'ada'), editor.publish('"0.1"', 'eve')])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await editor.versions(1)).data.map(({ id, isLive }) => [id, isLive])).toEqual([
    [1, true],
    [0, false],
  ])
})

test('a former version is made live again as a new one, and the draft stays', async () => {
  const editor = setup()
  await editor.save('"0.0"', named('First'), 'ada')
  await editor.publish('"0.1"', 'ada')
  await editor.save('"1.0"', named('Second'), 'ada')
  expect(await editor.restore(0, 'eve')).toMatchObject({ id: 2, restored: 0 })
  expect(await editor.draft()).toMatchObject({ tag: '2.1', content: named('Second'), live: shippedContent })
  expect(await failure(editor.restore(0, 'eve'))).toMatchObject({ code: 'conflict' })
  expect(await failure(editor.restore(9, 'eve'))).toMatchObject({ code: 'not_found' })
})

test('versions come in pages, the shipped content last', async () => {
  const editor = setup()
  for (let at = 0; at < 20; at++) {
    await editor.save(`"${at}.0"`, named(`Name ${at}`), 'ada')
    await editor.publish(`"${at}.1"`, 'ada')
  }
  const [first, second] = [await editor.versions(1), await editor.versions(2)]
  expect(first).toMatchObject({ total: 21, totalPages: 2 })
  expect([first.data.length, second.data.map(({ id }) => id)]).toEqual([20, [0]])
})

const picture = (id: string) => ({
  ...{ id, width: 3_000, height: 2_000, alt: '', decorative: false },
  ...{ focus: { x: 0.5, y: 0.5 }, crop: 'none' as const },
})
const pictured = (hero: ReturnType<typeof picture>) => ({ ...shippedContent, pictures: { hero, about: null } })

test('a photo goes live once it is described or decorative, and its change is one value', async () => {
  const editor = setup()
  const photo = picture('a'.repeat(32))
  await editor.save('"0.0"', pictured(photo), 'ada')
  expect(await failure(editor.publish('"0.1"', 'ada'))).toMatchObject({ fields: { 'pictures.hero.alt': /./ } })
  await editor.save('"0.1"', pictured({ ...photo, decorative: true }), 'ada')
  const { changes } = await editor.publish('"0.2"', 'ada')
  expect(changes.map(({ path }) => path)).toEqual(['pictures.hero'])
  await editor.save('"1.0"', pictured({ ...photo, alt: 'An archer' }), 'ada')
  expect((await editor.publish('"1.1"', 'ada')).changes.map(({ path }) => path)).toEqual(['pictures.hero'])
})

test('a photo that is not stored is refused', async () => {
  const website = stored()
  const pictures = { touch: async () => new Set<string>() }
  const editor = websiteEditor({ website, ...shownCards, scheduled, pictures, mailTexts })
  expect(await failure(editor.save('"0.0"', pictured(picture('b'.repeat(32))), 'ada'))).toMatchObject({
    code: 'invalid_input',
  })
})

test('a draft of an earlier release, without instructors and gallery, gets them where they are shipped', async () => {
  const editor = setup()
  const sections = shippedContent.sections
    .filter(({ name }) => name !== 'instructors' && name !== 'gallery')
    .toReversed()
  await editor.save('"0.0"', { ...shippedContent, sections }, 'ada')
  const names = (await editor.draft()).content.sections.map(({ name }) => name)
  expect(names).toEqual(['call', 'faq', 'testimonials', 'about', 'instructors', 'gallery', 'services'])
})

test('colors that cannot be read stay a draft; those that can have a stylesheet, also before they are published', async () => {
  const editor = setup()
  const colors = { ...shippedColors, ink: { light: '#a0a0a0', dark: '#e9f0e6' } }
  await editor.save('"0.0"', { ...shippedContent, colors }, 'ada')
  expect(await failure(editor.publish('"0.1"', 'ada'))).toMatchObject({ fields: { 'colors.ink.light': /4\.5:1/ } })
  expect(await editor.styles(colorsName(colors))).toContain('--color-ink:light-dark(#a0a0a0,#e9f0e6)')
  expect(await editor.styles(colorsName(shippedColors))).toBeUndefined()
  const readable = { ...colors, ink: { light: '#202020', dark: '#e9f0e6' } }
  await editor.save('"0.1"', { ...shippedContent, colors: readable }, 'ada')
  await editor.publish('"0.2"', 'ada')
  expect(await editor.styles(colorsName(readable))).toContain('light-dark(#202020,#e9f0e6)')
})

const inked = (light: string): WebsiteContent => ({
  ...shippedContent,
  colors: { ...shippedColors, ink: { light, dark: '#e9f0e6' } },
})

test('pages of the version before have their colors, also from a process that has served none', async () => {
  const website = stored()
  const open = () => websiteEditor({ website, ...shownCards, scheduled, pictures: everyPicture, mailTexts })
  const editor = open()
  const [first, second, third] = [inked('#202020'), inked('#202021'), inked('#202022')] as const
  for (const [at, content] of [first, second, third].entries()) {
    const { tag } = await editor.save(`"${at}.0"`, content, 'ada')
    await editor.publish(`"${tag}"`, 'ada')
  }
  expect(await open().styles(colorsName(third.colors!))).toContain('#202022')
  expect(await open().styles(colorsName(second.colors!))).toContain('#202021')
  expect(await open().styles(colorsName(first.colors!))).toBeUndefined()
})

test('a stylesheet is read once; requests for unknown names share their reads, and find what was saved meanwhile', async () => {
  const website = stored()
  let reads = 0
  const latest = async () => {
    reads += 1
    return website.latest()
  }
  const deps = { ...shownCards, scheduled, pictures: everyPicture, mailTexts }
  const editor = websiteEditor({ website: { ...website, latest }, ...deps })
  await Promise.all(Array.from({ length: 100 }, (_, n) => editor.styles(`unknown-${n}`)))
  expect(reads).toBeLessThanOrEqual(2)
  const content = inked('#202020')
  const early = editor.styles('unknown')
  await editor.save('"0.0"', content, 'ada')
  const name = colorsName(content.colors!)
  const late = editor.styles(name)
  await early
  expect(await late).toContain('#202020')
  reads = 0
  await Promise.all(Array.from({ length: 100 }, () => editor.styles(name)))
  expect(reads).toBe(0)
})

test('a read that fails is tried again by the next request', async () => {
  const website = stored()
  let isAway = true
  const latest = async () => {
    if (isAway) throw new Error('the database is away')
    return website.latest()
  }
  const deps = { ...shownCards, scheduled, pictures: everyPicture, mailTexts }
  const editor = websiteEditor({ website: { ...website, latest }, ...deps })
  const failed = await Promise.allSettled([editor.styles('a'), editor.styles('b')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await editor.styles('a')).toBeUndefined()
})

test('a draft is read with the mails that its caller may see, and a conflict carries none', async () => {
  const mail = { kind: 'replyTemplate' as const, id: 'a'.repeat(24), title: 'Directions', text: 'Call (916) 555-0100' }
  const deps = { ...shownCards, scheduled, pictures: everyPicture }
  const read = async ({ role }: RightsHolder) => (role === 'admin' ? [mail] : [])
  const editor = websiteEditor({ website: stored(), ...deps, mailTexts: read })
  const caller = { rights: {}, exports: [] }
  expect((await editor.draftFor({ ...caller, role: 'admin' })).mailTexts).toEqual([mail])
  expect((await editor.draftFor({ ...caller, role: 'staff' })).mailTexts).toEqual([])
  const refused = await failure(editor.save('"0.4"', named('First'), 'ada'))
  expect(refused).toMatchObject({ code: 'conflict', details: { tag: '0.0' } })
  expect(refused!.details).not.toHaveProperty('mailTexts')
})

test('a draft is served without mails that cannot be read', async () => {
  const deps = { ...shownCards, scheduled, pictures: everyPicture }
  const editor = websiteEditor({ website: stored(), ...deps, mailTexts: async () => undefined })
  const draft = await editor.draftFor({ role: 'admin', rights: {}, exports: [] })
  expect(draft).toMatchObject({ tag: '0.0', content: shippedContent })
  expect(draft).not.toHaveProperty('mailTexts')
})
