import type { ServicePart } from '@app/jobs/service-of-parts'
import type { Context } from '../context'
import { conversationWords } from './conversation-words'

/** Words by which conversations are found. */
export function searchModule({ db, announced }: Context) {
  const words = conversationWords(db, undefined, announced)
  return { words, service: (): ServicePart => ({ stores: [words] }) }
}
export type Search = ReturnType<typeof searchModule>
