import { shippedSite } from 'virtual:shipped-site'
import type { IslandTexts } from '@app/contracts/website/page-texts'

/** The id of the data block that a published page carries for its islands. */
export const dataBlockId = 'site'

function publishedSite(): Partial<IslandTexts> | undefined {
  const text = typeof document === 'undefined' ? undefined : document.getElementById(dataBlockId)?.textContent
  return text ? JSON.parse(text) : undefined
}

/** The texts and cards that this page was rendered with: published ones where they differ from those of the build. */
export const renderedSite: IslandTexts = { ...shippedSite, ...publishedSite() }
