import * as v from 'valibot'
import { emailText } from '../email-text'
import { normalEmail } from '../entered-line'
import { optionalLine, optionalText, writtenLine } from '../written-text'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const isRealDay = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
const day = v.pipe(v.string(), v.isoDate('Date must be a valid date'), v.check(isRealDay, 'Date must be a valid date'))
const time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time must be a valid time'))

const webAddress = (title: string) =>
  v.pipe(
    writtenLine(title, 500),
    v.check((text) => /^https:\/\/[^\s/]/.test(text) && URL.canParse(text), `${title} must start with https://`),
  )

const email = v.pipe(
  emailText,
  v.check((text) => normalEmail(text) === text, 'Email address is not a valid email'),
)

const phone = v.pipe(
  writtenLine('Phone number', 40),
  v.check((text) => {
    const digits = text.replace(/\D/g, '').length
    return /^\+?[\d ().-]+$/.test(text) && digits >= 7 && digits <= 15
  }, 'Phone number is not valid'),
)

/** A day with other hours, or none: `opens` is empty on a day when the school is closed. */
const exception = v.pipe(
  v.strictObject({
    date: day,
    opens: v.union([v.literal(''), time]),
    closes: v.union([v.literal(''), time]),
    note: optionalLine('Note', 80),
  }),
  v.check(
    ({ opens, closes }) => (opens === '') === (closes === '') && (opens === '' || opens < closes),
    'Closing time must be after opening time',
  ),
)

const days = v.pipe(v.array(v.picklist(weekdays)), v.minLength(1, 'Days is required'), v.maxLength(7))

/** Days and hours that replace the usual ones from one day through another. */
const season = v.pipe(
  v.strictObject({
    from: day,
    through: day,
    days,
    opens: time,
    closes: time,
    note: v.optional(optionalLine('Name', 80), ''),
  }),
  v.forward(
    v.check(({ from, through }) => from <= through, 'Last day must not be before the first day'),
    ['through'],
  ),
  v.forward(
    v.check(({ opens, closes }) => opens < closes, 'Closing time must be after opening time'),
    ['closes'],
  ),
)
type Season = v.InferOutput<typeof season>

export const maxSeasons = 12

/** A season before it in the list that has a day in common with it. */
const overlapping = (seasons: readonly Season[], at: number) =>
  seasons.slice(0, at).find(({ from, through }) => from <= seasons[at]!.through && seasons[at]!.from <= through)

const seasons = v.pipe(
  v.array(season),
  v.maxLength(maxSeasons, 'There can be twelve seasons'),
  v.rawCheck(({ dataset: { typed, value }, addIssue }) => {
    if (!typed) return
    for (const [at, each] of value.entries()) {
      const other = overlapping(value, at)
      if (!other) continue
      addIssue({
        message: `Seasons must not overlap: another one is from ${other.from} to ${other.through}`,
        path: [
          { type: 'array', origin: 'value', input: value, key: at, value: each },
          { type: 'object', origin: 'value', input: each, key: 'from', value: each.from },
        ],
      })
    }
  }),
)

const hours = v.pipe(
  v.strictObject({
    days,
    opens: time,
    closes: time,
    exceptions: v.pipe(v.array(exception), v.maxLength(60, 'There can be 60 exceptions')),
    seasons: v.optional(seasons, []),
  }),
  v.check(({ opens, closes }) => opens < closes, 'Closing time must be after opening time'),
)

const statistic = (title: string) =>
  v.strictObject({ value: writtenLine(title, 20), checkedOn: v.union([v.literal(''), day]) })

/** The facts of the school, each once. Prices are facts of the service cards. */
export const websiteFacts = v.strictObject({
  name: writtenLine('Name', 80),
  tagline: writtenLine('Tagline', 80),
  phone,
  phoneNote: optionalLine('Note on the phone number', 80),
  email,
  responseHours: v.pipe(v.number('Response time is required'), v.integer(), v.minValue(1), v.maxValue(240)),
  minimumAge: v.pipe(v.number('Minimum age is required'), v.integer(), v.minValue(1), v.maxValue(99)),
  level: writtenLine('Certification', 40),
  hours,
  state: v.strictObject({
    name: writtenLine('State', 40),
    code: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'State code must be two letters')),
  }),
  area: writtenLine('Area', 80),
  places: v.pipe(
    v.array(
      v.strictObject({
        town: writtenLine('Town', 60),
        place: writtenLine('Place', 80),
        map: v.union([v.literal(''), webAddress('Map link')]),
        directions: v.optional(optionalText('Directions', 600), ''),
      }),
    ),
    v.minLength(1, 'Places is required'),
    v.maxLength(6, 'There can be six places'),
  ),
  statistics: v.strictObject({
    years: statistic('Years'),
    reviews: statistic('Reviews'),
    students: statistic('Students'),
    since: statistic('Since'),
    safety: statistic('Safety record'),
  }),
  links: v.strictObject({
    booking: webAddress('Booking page'),
    reviews: webAddress('Reviews page'),
    photos: webAddress('Photos page'),
    videos: webAddress('Videos page'),
    privacy: webAddress('Privacy policy'),
    terms: webAddress('Terms'),
    credit: webAddress('Credit'),
  }),
})
export type WebsiteFacts = v.InferOutput<typeof websiteFacts>
