import { seconds } from '@app/contracts/durations'
import { partsIn, withParts } from '@app/reader/frames'
import { ReaderEnded, readerSession, type SessionLimits } from '@app/reader/reader-session'
import { type ReadMail, unreadMail } from './place-mail'
import { maxMailBytes } from './raw-mail'

/** Of what the reader is asked: a raw mail that came in. */
export const maxQuestionBytes = 2 * maxMailBytes

type Question = { obstacle?: string | undefined }
/** The bytes of attachments follow, of those that have some. */
type Answer = Omit<ReadMail, 'attachments'> & {
  attachments: { name: string; type: string; size: number; isStored: boolean }[]
}

const packQuestion = (raw: Buffer, obstacle: string | undefined): Uint8Array[] =>
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

function unpackAnswer(answer: Buffer): ReadMail {
  const { about, parts } = partsIn<Answer>(answer)
  let next = 0
  const attachments = about.attachments.map(({ isStored, ...one }) => ({
    ...one,
    bytes: isStored ? parts[next++]! : null,
  }))
  return { ...about, attachments }
}

/** With the worker itself below the 256 MB of a container. */
const limits: SessionLimits = {
  timeoutMs: seconds(60),
  processorMs: seconds(5),
  maxBytes: 150 * 1024 * 1024,
  maxOutputBytes: 32 * 1024 * 1024,
  restBytes: 90 * 1024 * 1024,
}

const notes = {
  time: 'Reading the mail takes too long, so it was not read. The raw mail is stored.',
  memory: 'Reading the mail takes too much memory, so it was not read. The raw mail is stored.',
  output: 'The mail unpacks to too much, so it was not read. The raw mail is stored.',
  ended: 'The mail is damaged and was not read. The raw mail is stored.',
}

export type ReadRaw = (raw: Buffer, obstacle?: string) => Promise<ReadMail>

/**
 * Reads mails in a process of its own, one at a time. `program` is the path of `mail-reader`. A mail that ends it is not tried again: of
 * that one the header is read, and where this fails as well, nothing.
 */
export function mailProcess(program: string, within = limits): { read: ReadRaw; close(): void } {
  const session = readerSession(program, within)
  const ask = async (raw: Buffer, obstacle?: string) => unpackAnswer(await session.ask(packQuestion(raw, obstacle)))
  const noteOn = (error: unknown) => {
    // Ended from outside, as the worker itself will be: the mail has no part in it.
    if (!(error instanceof ReaderEnded) || error.because === 'killed') throw error
    return notes[error.because]
  }

  return {
    async read(raw, obstacle) {
      try {
        return await ask(raw, obstacle)
      } catch (error) {
        const note = obstacle ?? noteOn(error)
        return ask(raw, note).catch((again) => {
          noteOn(again)
          return unreadMail(note)
        })
      }
    },
    close: session.close,
  }
}
