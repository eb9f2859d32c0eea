import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#lib/message-of'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { usePageTitle } from '#ui/page-title'
import { Spinner } from '#ui/spinner'
import { settingsQuery } from './settings.api'
import { SettingsForm } from './settings-form'

/** Where inquiries go and what visitors receive; admins only. */
export function SettingsPage() {
  usePageTitle('Inquiry settings')
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <>
      <h2 className="text-2xl">Inquiry settings</h2>
      {data && <SettingsForm key={data.version} stored={data} onReload={() => refetch()} />}
      {!data && !error && (
        <p role="status" className="flex items-center gap-2 py-10 text-muted">
          <Spinner />
          Loading the settings...
        </p>
      )}
      {!data && error && (
        <Notice tone="bad">
          <p>{messageOf(error, 'Failed to load the settings')}</p>
          <Button size="small" variant="outline" className="justify-self-start" onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      )}
    </>
  )
}
