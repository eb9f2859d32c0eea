import type { SpamSignals } from './accept-submission'

type Sent = { signals: SpamSignals; fields: { name: string; message: string } }

const urls = ['https://cheap-seo.example/buy', 'http://casino.example', 'www.pills.example', 'https://t.example/x?y=1']
const pitches = [
  'We can put your web site on page one of every search engine.',
  'Congratulations, you were chosen. Claim your prize today.',
  'Lowest prices for all brands, world-wide delivery.',
  'Earn money at home, no experience needed.',
  'Hello dear, I have a business proposal for you.',
]
const product = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] => as.flatMap((a) => bs.map((b): [A, B] => [a, b]))
const sent = (message: string, signals: SpamSignals = {}, name = 'Best Offer'): Sent => ({
  signals,
  fields: { name, message },
})

/** How programs use a form: they fill every field, at once, or paste addresses by the dozen into the message. */
export const bots: readonly Sent[] = [
  ...product(pitches, ['SEO', 'x', 'https://cheap-seo.example', 'Best Offer']).map(([pitch, filled]) =>
    sent(pitch, { referral_code: filled, elapsed_ms: 12_000 }),
  ),
  ...product(pitches, [0, 1, 40, 300, 999, 1_500, 1_999]).map(([pitch, elapsed_ms]) => sent(pitch, { elapsed_ms })),
  ...product(pitches, urls).map(([pitch, url]) => sent(`${pitch} ${`${url} `.repeat(4)}`, { elapsed_ms: 30_000 })),
  ...product(pitches, [5, 12]).map(([pitch, count]) =>
    sent(Array.from({ length: count }, (_, i) => `${pitch}<a href="${urls[i % 4]}">here</a>`).join('\n')),
  ),
  ...pitches.map((pitch) => sent(pitch, { elapsed_ms: 60_000 }, `${urls.join(' ')} ${urls[0]}`)),
]

const questions = [
  'Do you teach beginners on Saturdays?',
  'My daughter turned eight. Is she old enough for lessons, and what does the first one cost?',
  'We are twelve colleagues and would like a day out in May. Budget is $1,200.',
  'Hola, ¿dan clases en español? Gracias.',
  '你好，我想学射箭。请问周末有课吗？',
  'Is the range accessible by wheelchair? I shoot compound, 45#, 29" draw.',
  'CAN SOMEBODY CALL ME BACK PLEASE 555-0134',
  'hi\n\n\nbow broke!!! string snapped... can u fix it??? 🏹🏹🏹',
  'We met at the fair (see https://fair.example/archery). Here is our photo: https://photos.example/1 and the list: www.team.example',
  'I am an SEO consultant and want to learn archery myself, for free time and for fun.',
  'Do you offer a free trial, discounts for students, or a prize for the best shot? Casino night is on Friday, so not then.',
  `${'My son would like to have a party with his class. '.repeat(19)}Thank you!`,
  'Price of gift vouchers?',
  'e-mail me at ada@example.com or bob@example.org, cc: carol@example.net, dan@example.com',
]

/** How people use it: slowly or with a filled-in browser, or with a program that sends no fill-in time. */
export const humans: readonly Sent[] = [
  ...product(questions, [2_000, 4_500, 90_000, 86_400_000]).map(([question, elapsed_ms]) =>
    sent(question, { referral_code: '', elapsed_ms }, 'Zoë Quinn'),
  ),
  ...questions.map((question) => sent(question, {}, "Seán O'Neil-Łukasz")),
]
