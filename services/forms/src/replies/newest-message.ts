import type { NewerMessage } from '@app/contracts/replies'
import type { NewestIn, Submission } from '../inquiries/submission-document'

type Conversation = Pick<Submission, '_id' | 'name' | 'email' | 'message' | 'replies' | 'newest_in' | 'created_at'>

/** The newest message of a conversation. The first one is the inquiry itself. */
export function newestMessage({
  _id,
  name,
  email,
  message,
  replies,
  newest_in: incoming,
  created_at,
}: Conversation): NewerMessage & {
  isOurs: boolean
  from?: NewestIn['from']
} {
  const reply = replies?.at(-1)
  if (incoming && !(reply && reply.at > incoming.at)) {
    const { id, at, by, text, from } = incoming
    return { id: id.toHexString(), at: at.toISOString(), by, text, isOurs: false, ...(from && { from }) }
  }
  if (reply) return { id: reply.message_id, at: reply.at.toISOString(), by: reply.by, text: reply.text, isOurs: true }
  return {
    id: _id.toHexString(),
    at: created_at.toISOString(),
    by: name || email || '',
    text: message ?? '',
    isOurs: false,
  }
}

/** The last mail of the visitor; undefined where they have written nothing after the inquiry. */
export const answeredMessage = ({ newest_in: newest }: Pick<Submission, 'newest_in'>) =>
  newest ? { at: newest.at, text: newest.text } : undefined

/** The first line that says something, cut to the width of a list. */
export const firstLine = (text: string, max = 160): string => {
  const line = text.split('\n').find((one) => one.trim()) ?? ''
  return line.trim().slice(0, max)
}
