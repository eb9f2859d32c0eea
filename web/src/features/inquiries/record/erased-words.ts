import type { ErasurePreview } from '@app/contracts/erasures'
import { counted } from '#lib/words'

const kinds = [
  ['students', 'student', 'students'],
  ['guardians', 'guardian', 'guardians'],
  ['contact_submissions', 'inquiry', 'inquiries'],
] as const

/** "1 student, 3 lessons, 2 mails": what there is none of is left out. */
export function erasedWords({ records, lessons, mails }: ErasurePreview): string {
  const some = (count: number, one: string, many: string) => (count > 0 ? [counted(count, one, many)] : [])
  const words = [
    ...kinds.flatMap(([table, one, many]) =>
      some(records.filter(({ record }) => record.startsWith(`${table}/`)).length, one, many),
    ),
    ...some(lessons, 'lesson', 'lessons'),
    ...some(mails, 'mail', 'mails'),
  ]
  return words.join(', ') || 'nothing is stored'
}
