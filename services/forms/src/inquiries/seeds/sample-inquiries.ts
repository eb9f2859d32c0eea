import { days, hours } from '@app/contracts/durations'
import type { InquiryStatus, SpamReason } from '@app/contracts/inquiries'

type SampleInquiry = {
  name: string
  interest: string
  message: string
  /** Before now, in milliseconds. */
  age: number
  status: InquiryStatus
  /** From the inquiry to the answer, in milliseconds. */
  answeredAfter?: number
  spamReason?: SpamReason
}

const open: SampleInquiry[] = [
  {
    name: 'Dana Reyes',
    interest: 'Birthday Party',
    message: 'Our son turns ten in three weeks. Is a Saturday morning free for twelve children?',
    age: hours(3),
    status: 'new',
  },
  {
    name: 'Marcus Lee',
    interest: 'Lessons',
    message: 'I shot recurve at school and would like to start again. Which lesson should I book first?',
    age: hours(9),
    status: 'new',
  },
  {
    name: 'Ingrid Solberg',
    interest: 'Corporate Event',
    message: 'We are a team of eighteen and look for an afternoon outdoors in spring. Can you come to our park?',
    age: hours(16),
    status: 'in_progress',
  },
  {
    name: 'Best Offers',
    interest: 'Other',
    message: 'See http://a.example http://b.example http://c.example http://d.example',
    age: hours(30),
    status: 'new',
    spamReason: 'links',
  },
]

const answeredMessages = [
  ['Diego Herrera', 'Lessons', 'My daughter is nine and left-handed. Do you have a bow for her?'],
  ['Aisha Khan', 'Leagues', 'When does the next league begin, and may beginners take part?'],
  ['Paul Meyer', 'Bow Building', 'Do I need any experience with wood for the bow building class?'],
  ['Nora Lindgren', 'Lessons', 'Can my husband and I share one lesson, although he has never shot before?'],
  ['Kenji Mori', 'Birthday Party', 'Is there shade for the parents, and may we bring our own cake?'],
  ['Elena Petrova', 'Other', 'I would like to photograph a lesson for our neighborhood paper. Whom do I ask?'],
  ['Sam Whitfield', 'Lessons', 'What happens with our lesson when it rains?'],
] as const

/** Enough of them for the charts of twelve weeks. */
const answered = Array.from({ length: 3 * answeredMessages.length }, (_, at): SampleInquiry => {
  const [name, interest, message] = answeredMessages[at % answeredMessages.length]!
  return {
    name,
    interest,
    message,
    age: days(2 + at * 3) + hours(at % 9),
    status: at < 4 ? 'answered' : 'closed',
    // One in six was answered too late.
    answeredAfter: at % 6 === 5 ? hours(31) : hours(1 + ((at * 5) % 19)),
  }
})

/** The inquiries of a new development database. */
export const sampleInquiries: readonly SampleInquiry[] = [...open, ...answered]
