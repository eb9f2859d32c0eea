import { readSite } from '@app/contracts/calls/site'
import type { WebsiteLogo } from '@app/contracts/website/logo'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOf } from '#lib/call-query'
import { renderedSite } from './rendered-site'

type School = { name: string; logo: WebsiteLogo | null }
const key = 'school'

/** What was published when the dashboard was last open in this browser. */
function lastKnown(): School | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof stored?.name === 'string' ? { name: stored.name, logo: stored.logo ?? null } : undefined
  } catch {
    return undefined
  }
}

const siteQuery = { ...queryOf(readSite, { anonymous: true }), staleTime: 60_000, retry: false }

/**
 * Name and logo of the school as they are published, for the pages of staff. Those that were known last until they have loaded, and those
 * of the build when they cannot be loaded. `undefined` in a browser that has never shown them, until then.
 */
export function useSchool(): School | undefined {
  const { data, isError } = useQuery(siteQuery)
  const published = data?.facts && { name: data.facts.name, logo: data.logo ?? null }
  const text = published && JSON.stringify(published)
  useEffect(() => {
    try {
      if (text) localStorage.setItem(key, text)
    } catch {
      // A browser that stores nothing asks each time.
    }
  }, [text])
  const withoutFacts = isError || (data !== undefined && !data.facts)
  return published ?? lastKnown() ?? (withoutFacts ? { name: renderedSite.name, logo: null } : undefined)
}
