import { type ReactNode, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { PartName } from '#ui/part'

type Props = { children: ReactNode; onAwake?: () => void }

/** A part as it is prerendered and hydrated. */
export function PartRoot({ children, onAwake }: Props) {
  useEffect(() => onAwake?.(), [onAwake])
  return <StrictMode>{children}</StrictMode>
}

/** Hydrates a prerendered part; resolves once it reacts to input. */
export const hydratePart = (container: Element, name: PartName, part: ReactNode) =>
  new Promise<void>((resolve) => {
    hydrateRoot(container, <PartRoot onAwake={resolve}>{part}</PartRoot>, { identifierPrefix: name })
  })
