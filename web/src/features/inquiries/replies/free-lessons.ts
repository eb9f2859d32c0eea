import { interestTopics } from '@app/contracts/interest-topic'
import type { SiteLesson } from '@app/contracts/site'
import { dayAtSchool, longDay, schoolTime } from '#lib/school-time'

const maxOffered = 3

/** The next lessons with a free seat that an interest is about, of those that visitors see. */
export function freeLessons(lessons: readonly SiteLesson[], interest: string, now: number): SiteLesson[] {
  const topic = interestTopics[interest]
  return lessons
    .filter((one) => topic !== undefined && one.topic === topic && !one.full && Date.parse(one.startsAt) > now)
    .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))
    .slice(0, maxOffered)
}

const lineOf = ({ title, startsAt, placeName }: SiteLesson) =>
  `- ${title}: ${longDay(dayAtSchool(startsAt))} at ${schoolTime(startsAt)}, ${placeName}`

/** An answer that names these lessons: a short one where it is empty, else before its last paragraph, which takes leave. */
export function withLessons(text: string, lessons: readonly SiteLesson[], name: string): string {
  const offer = `These lessons have free seats:\n\n${lessons.map(lineOf).join('\n')}`
  const paragraphs = text.trim().split(/\n{2,}/)
  if (text.trim() === '') return `Hi ${name.trim().split(/\s+/)[0] || 'there'},\n\n${offer}\n\nWhich one suits you?`
  const last = paragraphs.length > 1 ? paragraphs.pop() : undefined
  return [...paragraphs, offer, ...(last === undefined ? [] : [last])].join('\n\n')
}
