import { useQuery } from '@tanstack/react-query'
import { LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { settingsQuery } from './settings.api'
import { InquirySettings } from './settings-form'

/** Where inquiries go and what visitors receive; admins only. */
export function SettingsPage() {
  usePageTitle('Inquiry settings')
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <>
      <h2 className="text-2xl">Inquiry settings</h2>
      {data && <InquirySettings key={data.version} stored={data} onReload={() => refetch()} />}
      {!data && !error && <Loading>Loading the settings...</Loading>}
      {!data && error && <LoadError error={error} fallback="Failed to load the settings" onRetry={() => refetch()} />}
    </>
  )
}
