import { type ComponentType, createContext } from 'react'

/** What the records of the school say about the sender of a mail, as far as the reader may see them; the app provides it. */
export const SenderRecordsContext = createContext<ComponentType<{ email: string }> | null>(null)
