import { open, seal } from '@app/config/seal'

const prefix = 'sealed:'

/** Seals texts for the database, each for the record it belongs to. Texts that earlier releases stored unsealed are read as they are. */
export const sealedTexts = (key: Buffer) => ({
  seal: (context: string, text: string): string => prefix + seal(key, context, text),
  /** `undefined` when it was sealed with another key, or for another record. */
  open(context: string, stored: string): string | undefined {
    if (!stored.startsWith(prefix)) return stored
    try {
      return open(key, context, stored.slice(prefix.length))
    } catch {
      return undefined
    }
  },
})

export type SealedTexts = ReturnType<typeof sealedTexts>
