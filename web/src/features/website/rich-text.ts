import { type ComponentType, createContext } from 'react'

export type RichTextProps = {
  id: string
  label: string
  /** Markup; the editor reads it once. */
  value: string
  error: string | undefined
  onChange: (markup: string) => void
}

/** The editor of rich text, which is part of another feature. */
export const RichTextEditor = createContext<ComponentType<RichTextProps> | null>(null)
