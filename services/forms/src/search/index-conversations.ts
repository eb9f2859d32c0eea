import type { InboundJournal } from '../inbound/models/journal'
import type { ConversationWords } from '../models/conversation-words'
import { wordCollector } from './words'

type Deps = {
  words: Pick<ConversationWords, 'stale' | 'texts' | 'store'>
  journal: Pick<InboundJournal, 'texts'>
}

/**
 * Collects the words of conversations that have changed: of the inquiry, of messages in both directions with their senders, subjects
 * and names of files, and of notes. Several workers may do so at once.
 */
export const indexConversations =
  ({ words, journal }: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    const { ids, done } = await words.stale()
    for (const id of ids) {
      if (signal.aborted) return
      const inquiry = await words.texts(id)
      if (!inquiry) continue
      const { name = '', email = '', interest = '', message = '', replies = [], team_notes = [] } = inquiry
      const collected = wordCollector()
      for (const text of [name, email, interest, message]) collected.add(text)
      for (const { subject, text, by } of [...replies].reverse()) collected.add(`${subject}\n${text}\n${by}`)
      for (const { text, by } of team_notes) collected.add(`${text}\n${by}`)
      for await (const text of journal.texts(id)) if (!collected.add(text)) break
      await words.store(inquiry, collected.words())
    }
    done()
  }
