import { serveFrames } from '@app/reader/serve-reader'
import { maxQuestionBytes, packAnswer, unpackQuestion } from './inbound/mail-process'
import { readMail } from './inbound/read-mail'

/** Reads mails of strangers (`inbound/mail-process.ts`). One that takes too long or too much memory ends this process only. */
await serveFrames(async (question) => {
  const { raw, obstacle } = unpackQuestion(question)
  return packAnswer(await readMail(raw, obstacle))
}, maxQuestionBytes)
