import { jobStore } from '@app/jobs'
import { expect, test } from 'vitest'
import { personRecords } from '../records/person-records'
import { lessons } from '../records/tables.fixture'
import { testApp } from '../test-app.fixture'
import { personsOnPage } from './persons-on-page'
import { pictureStore, shownPictures } from './picture-store'
import { pageStore, type RenderedPage } from './published-page'
import { shippedContent } from './shipped'
import { websiteStore } from './website-store'

const setup = testApp()
const person = { type: 'string' } as const
const table = (name: string) => ({
  ...{ name, title: name, required: ['name'] },
  properties: { name: person, email: { ...person, format: 'email' as const } },
})
const tables = [lessons, table('students'), table('guardians'), table('instructors'), table('contact_submissions')]
const [photo, other] = ['5f2b8c41d7e09a36'.repeat(2), 'a'.repeat(32)]
const picture = (id: string, alt: string) => ({
  ...{ id, width: 960, height: 640, alt, decorative: false },
  ...{ focus: { x: 0.5, y: 0.5 }, crop: 'none' as const },
})
const { about, ...texts } = shippedContent.texts
const content = {
  ...shippedContent,
  texts: { ...texts, about: { ...about, text: 'Ask ROBIN  O’Locksley (robin@example.com), not Robin O’Locksleyson.' } },
  testimonials: {
    ...shippedContent.testimonials,
    items: [
      { text: 'I never missed again.', author: "Robin O'Locksley" },
      { text: "Better than Robin O'Locksley!", author: 'Will Scarlet' },
    ],
  },
  gallery: {
    ...shippedContent.gallery,
    items: [picture(photo, 'Marian and Robin O’Locksley'), picture(other, 'A target')],
  },
}
const email = 'robin@example.com'

/** A website whose live version, the one before, draft and publication to come name somebody who is a student. */
async function website(more: { id: string; name: string; email: string }[] = [], name = "Robin O'Locksley") {
  const id = '65f2b8c41d7e09a36aaaaaaa'
  const app = await setup({ tables, records: { students: [{ id, name, email }, ...more] } })
  const pictures = pictureStore(app.mongo.db)
  for (const one of [photo, other])
    await pictures.add({ id: one, width: 960, height: 640, parts: [{ name: '480.webp', bytes: Buffer.from(one) }] })
  const send = async (path: string, body?: unknown, tag?: string) => {
    const method = body && path.endsWith('draft') ? 'PUT' : 'POST'
    const answer = await app.send(path, { method, body, headers: tag ? { 'if-match': `"${tag}"` } : {} })
    expect([200, 202]).toContain(answer.status)
  }
  await send('/api/site/draft', content, '0.0')
  await send('/api/site/publish', undefined, '0.1')
  const next = { ...content, faq: { ...content.faq, items: [{ question: 'Who teaches?', answer: 'We do.' }] } }
  await send('/api/site/draft', next, '1.0')
  await send('/api/site/publish', undefined, '1.1')
  const last = { ...next, faq: { ...next.faq, items: [] } }
  await send('/api/site/draft', last, '2.0')
  await send('/api/site/publish', { at: new Date(Date.now() + 3_600_000).toISOString() }, '2.1')
  const rendered = app.collection<RenderedPage>('site_pages')
  await rendered.insertOne({ _id: 'former', key: 'k', html: 'By Robin O&#x27;Locksley', rendered_at: new Date() })
  const stored = websiteStore(app.mongo.db)
  const onPage = personsOnPage({
    website: stored,
    jobs: jobStore(app.mongo.db, 'admin-tables'),
    pictures: shownPictures({ website: stored, pictures }),
    pages: pageStore(() => rendered),
  })
  const persons = personRecords((one) => app.collection(one), app.revisions, app.tables.all)
  /** What an erasure finds in the records first. */
  const erase = async () => onPage.erase({ names: await persons.namesOf([`students/${id}`]), address: email })
  const everything = async () =>
    JSON.stringify(
      await Promise.all(
        ['site_versions', 'site_drafts', 'site_pages', 'site_pictures.files', 'jobs'].map((one) =>
          app.collection(one).find().toArray(),
        ),
      ),
    )
  return { ...app, stored, persons, erase, everything }
}

test('the person file has what any version says and shows of a person, each text once, with the photo', async () => {
  const { personFile } = await website()
  const { file, files } = await personFile(email)
  const places = 'versions 1 to 2, a scheduled publication, the draft'
  expect(
    file.sections.website!.map(({ title, fields, files: paths }) => [
      title,
      fields[0]!.text,
      fields[1]!.text,
      paths.length,
    ]),
  ).toEqual([
    ['Website: About: Text', content.texts.about.text, places, 0],
    ['Website: Testimonials', "I never missed again. (Robin O'Locksley)", places, 0],
    ['Website: Testimonials', "Better than Robin O'Locksley! (Will Scarlet)", places, 0],
    ['Website: Gallery', 'Marian and Robin O’Locksley', places, 1],
  ])
  const [archived] = files
  expect([archived!.type, Buffer.concat(await Array.fromAsync(archived!.chunks())).toString()]).toEqual([
    'image/webp',
    photo,
  ])
})

test('an erasure takes a person out of every version, what they say they have changed, the draft, what is scheduled, and pages of other builds', async () => {
  const { erase, everything, stored, personFile } = await website()
  await erase()
  expect(await everything()).not.toMatch(new RegExp(`robin\\s+o.{1,6}locksley(?!son)|${email}|${photo}|former`, 'i'))
  const { content: live } = (await stored.latest())!
  expect(live.texts.about.text).toBe('Ask [removed] ([removed]), not Robin O’Locksleyson.')
  expect(live.testimonials.items).toEqual([{ text: 'Better than [removed]!', author: 'Will Scarlet' }])
  expect(live.gallery.items.map(({ id }) => id)).toEqual([other])
  expect({ ...live, texts: 0, testimonials: 0, gallery: 0 }).toEqual({
    ...{ ...content, faq: { ...content.faq, items: [{ question: 'Who teaches?', answer: 'We do.' }] } },
    ...{ texts: 0, testimonials: 0, gallery: 0 },
  })
  expect((await personFile(email)).file.sections.website).toEqual([])
})

test.each([
  ['is also another student', 'ROBIN O’LOCKSLEY', "Robin O'Locksley"],
  ['is what many are called', 'Somebody Else', 'Robin'],
])('a name that %s takes nothing off the page but the address', async (_, name, own) => {
  const { erase, stored } = await website([{ id: '65f2b8c41d7e09a36bbbbbbb', name, email: 'other@example.com' }], own)
  await erase()
  const { content: live } = (await stored.latest())!
  expect(live.texts.about.text).toBe(content.texts.about.text.replace(email, '[removed]'))
  expect([live.testimonials, live.gallery]).toEqual([content.testimonials, content.gallery])
})

test('whoever writes under the name and address of the school takes nothing off the page', async () => {
  const { collection, stored, persons } = await website()
  const before = await stored.latest()
  const { name, email: address } = before!.content.facts
  const { insertedId } = await collection('contact_submissions').insertOne({ name, email: address })
  const names = await persons.namesOf([`contact_submissions/${insertedId}`])
  expect(names).toEqual([name])
  const onPage = personsOnPage({
    website: stored,
    jobs: { inputsOf: async () => [], amend: async () => 0 },
    pictures: { remove: async () => false },
    pages: { clear: async () => {} },
  })
  await onPage.erase({ names, address })
  expect(await stored.latest()).toEqual(before)
  expect(await onPage.about({ names, address })).toEqual([])
})
