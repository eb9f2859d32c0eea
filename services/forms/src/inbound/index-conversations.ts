import { contactFields } from '@app/contracts/forms'
import type { ConversationWords, SearchedTexts } from '../search/conversation-words'
import { wordCollector } from '../search/words'
import type { ArrivedMails } from './arrived-mails'

type Deps = {
  words: Pick<ConversationWords, 'stale' | 'texts' | 'store' | 'renew'>
  arrived: Pick<ArrivedMails, 'texts'>
  onError: (error: unknown) => void
}

/**
 * Collects the words of conversations that have changed: of the inquiry, of messages in both directions with their senders, subjects
 * and names of files, and of notes. Several workers may do so at once.
 */
export function indexConversations({ words, arrived, onError }: Deps) {
  async function collect(id: SearchedTexts['_id']): Promise<void> {
    const inquiry = await words.texts(id)
    if (!inquiry) return
    const { replies = [], team_notes = [] } = inquiry
    const collected = wordCollector()
    for (const name of contactFields) collected.add(inquiry[name] ?? '')
    for (const { subject, text, by } of [...replies].reverse()) collected.add(`${subject}\n${text}\n${by}`)
    for (const { text, by } of team_notes) collected.add(`${text}\n${by}`)
    for await (const text of arrived.texts(id)) if (!collected.add(text)) break
    await words.store(inquiry, collected.words())
  }

  /** Resolves with true when there is more to do. */
  return async (signal: AbortSignal): Promise<boolean> => {
    const { ids, hasMore, done } = await words.stale()
    for (const id of ids) {
      if (signal.aborted) return true
      try {
        await collect(id)
      } catch (error) {
        onError(error)
        // Marked, it is tried again by itself: one that cannot be read does not hold up the others.
        await words.renew([id])
      }
    }
    done()
    return hasMore
  }
}
