import { readSite } from '@app/contracts/site'
import { websiteLogo } from '@app/contracts/website/logo'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import { queryOf } from '#lib/queries'
import { readStored, store } from '#lib/stored'
import { renderedSite } from './rendered-site'

const school = v.object({ name: v.string(), logo: v.nullable(websiteLogo) })
type School = v.InferOutput<typeof school>
const key = 'school'

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
    if (text) store(key, JSON.parse(text))
  }, [text])
  const withoutFacts = isError || (data !== undefined && !data.facts)
  return published ?? readStored(key, school) ?? (withoutFacts ? { name: renderedSite.name, logo: null } : undefined)
}
