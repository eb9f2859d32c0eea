import * as v from 'valibot'

/** A text that staff have written for mails: a subject and a text that may name facts, or write them out. */
export const mailText = v.union([
  v.object({ kind: v.literal('replyTemplate'), id: v.string(), title: v.string(), text: v.string() }),
  v.object({ kind: v.literal('automaticReply'), text: v.string() }),
  v.object({ kind: v.literal('lessonReminder'), text: v.string() }),
])
export type MailText = v.InferOutput<typeof mailText>

export function titleOfMail(mail: MailText): string {
  if (mail.kind === 'replyTemplate') return `Reply template “${mail.title}”`
  return mail.kind === 'automaticReply' ? 'Automatic reply' : 'Lesson reminder'
}
