import { partsIn, withParts } from '@app/reader/frames'
import { maxMailBytes } from './raw-mail'
import type { ReadMail } from './unread-mail'

/** Of what the reader is asked: a raw mail that came in. */
export const maxQuestionBytes = 2 * maxMailBytes

type Question = { obstacle?: string | undefined }
/** The bytes of attachments follow, of those that have some. */
type Answer = Omit<ReadMail, 'attachments'> & {
  attachments: { name: string; type: string; size: number; isStored: boolean }[]
}

export const packQuestion = (raw: Buffer, obstacle: string | undefined): Uint8Array[] =>
  withParts({ obstacle } satisfies Question, [raw])

export function unpackQuestion(question: Buffer): Question & { raw: Buffer } {
  const { about, parts } = partsIn<Question>(question)
  return { ...about, raw: parts[0]! }
}

export const packAnswer = ({ attachments, ...read }: ReadMail): Uint8Array[] =>
  withParts(
    {
      ...read,
      attachments: attachments.map(({ name, type, size, bytes }) => ({ name, type, size, isStored: bytes !== null })),
    } satisfies Answer,
    attachments.flatMap(({ bytes }) => bytes ?? []),
  )

export function unpackAnswer(answer: Buffer): ReadMail {
  const { about, parts } = partsIn<Answer>(answer)
  let next = 0
  const attachments = about.attachments.map(({ isStored, ...one }) => ({
    ...one,
    bytes: isStored ? parts[next++]! : null,
  }))
  return { ...about, attachments }
}
