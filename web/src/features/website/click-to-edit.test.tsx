import { completed, type StoredContent, type WebsiteContent } from '@app/contracts/website/content'
import shippedFile from '@app/contracts/website/shipped.json'
import { beforeEach, expect, test } from 'vitest'
import { editorPlaceOf } from './click-to-edit'

const content: WebsiteContent = completed(shippedFile as StoredContent)
content.faq.items = [{ question: 'Must I bring a bow?', answer: 'No. Call {phone}.' }]
content.facts.hours.seasons = [
  { from: '2026-06-01', through: '2026-08-31', days: ['Friday'], opens: '08:00', closes: '12:00', note: '' },
]

// As the page has them, without its styles.
beforeEach(() => {
  document.body.innerHTML = `
    <header><a href="#top"><svg id="mark"></svg> <span id="name">Valley Oak Archery</span></a><a href="#about" id="nav">About</a></header>
    <main>
      <section id="top"><h1 id="headline">Find your aim <br>under the oaks</h1><svg><g id="oak"></g></svg>
        <a id="hero-action">Book Archery Lessons <svg id="arrow"></svg></a>
        <ul><li id="tile"><strong id="figure">8+</strong> <span id="label">years of archery training</span></li></ul></section>
      <section id="services"><ul><li id="card"><h3 id="card-title">Birthday Parties at $350</h3></li></ul></section>
      <section id="about"><p id="paragraph">Every session includes safety instruction, equipment fitting and supervised practice. Class sizes are small, all equipment is provided, and everyone aged 8 and up is welcome.</p>
        <h3 id="town">Roseville</h3><p id="place">at the farmers market</p></section>
      <section aria-labelledby="next-lessons"><h2 id="next-lessons">Next lessons</h2></section>
      <section aria-labelledby="final-call-title"><a id="call-action">Book Archery Lessons</a><p id="space"></p></section>
      <section id="faq"><p id="answer">No. Call (916) 555-0142.</p></section>
      <section id="contact"><a id="phone" href="tel:+19165550142">(916) 555-0142</a></section>
    </main>
    <footer><p id="hours">Friday, 8:00 AM to 12:00 PM</p></footer>`
})

const at = (id: string) =>
  editorPlaceOf(document.getElementById(id)!, { content, prices: { party: 350 }, today: '2026-07-01' })

test.each([
  ['headline', 'texts', 'texts.hero.headline'],
  ['hero-action', 'texts', 'texts.hero.action'],
  ['arrow', 'texts', 'texts.hero.action'],
  ['call-action', 'texts', 'texts.call.action'],
  ['label', 'texts', 'texts.hero.years'],
  ['figure', 'facts', 'facts.statistics.years.value'],
  ['paragraph', 'texts', 'texts.about.text'],
  ['town', 'facts', 'facts.places.0.town'],
  ['place', 'facts', 'facts.places.0.place'],
  ['answer', 'texts', 'faq.items.0.answer'],
  ['phone', 'facts', 'facts.phone'],
  ['name', 'facts', 'facts.name'],
  ['hours', 'facts', 'facts.hours.opens'],
  ['oak', 'pictures', 'pictures.hero'],
  ['mark', 'facts', 'facts.name'],
  ['space', 'texts', 'texts.call.title'],
  ['tile', 'texts', 'texts.hero.headline'],
])('%s is edited under %s, as %s', (id, tab, path) => {
  expect(at(id)?.place).toEqual({ tab, path })
})

test('what is a record leads to its table, and what nothing edits to nowhere', () => {
  expect(at('card-title')).toMatchObject({ place: { table: 'service_cards' }, element: { id: 'card' } })
  expect(at('next-lessons')?.place).toEqual({ table: 'lessons' })
  expect(at('nav')).toBeUndefined()
})
