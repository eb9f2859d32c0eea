import { type ComponentType, type ReactNode, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { IslandName } from '#ui/island'

type Props = { children: ReactNode; onHydrated?: () => void }

export function IslandRoot({ children, onHydrated }: Props) {
  useEffect(() => onHydrated?.(), [onHydrated])
  return <StrictMode>{children}</StrictMode>
}

/** Hydrates a prerendered island; resolves once it reacts to input. */
export const hydrateIsland = (container: Element, name: IslandName, Island: ComponentType) =>
  new Promise<void>((resolve) => {
    const island = (
      <IslandRoot onHydrated={resolve}>
        <Island />
      </IslandRoot>
    )
    hydrateRoot(container, island, { identifierPrefix: name })
  })
