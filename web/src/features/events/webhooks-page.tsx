import { createWebhook, listWebhooks } from '@app/contracts/webhook-calls'
import type { WebhookInfo } from '@app/contracts/webhooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import { useState } from 'react'
import { NewSecret } from '#features/accounts/new-secret'
import { type Table, useSharedTables } from '#features/people/access-values'
import { queryOf, useCallMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { useIsAdmin } from '#lib/rights'
import { momentText } from '#lib/school-time'
import { factsText } from '#lib/words'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { LoadState } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { WebhookDialog } from './webhook-dialog'
import { stateTitles, typeTitles, WebhookForm, type WebhookValues } from './webhook-form'

type CreateWebhookProps = { tables: readonly Table[]; onClose: () => void }

/** Creates a webhook, then shows the secret by which its messages are recognized. */
function CreateWebhook({ tables, onClose }: CreateWebhookProps) {
  const client = useQueryClient()
  useRecentSignIn('A new webhook', createWebhook)
  const [values, setValues] = useState<WebhookValues>({ url: '', types: [], tables: [] })
  const create = useCallMutation(createWebhook, {
    input: () => ({ body: values }),
    onSuccess: () => client.invalidateQueries({ queryKey: [listWebhooks.id] }),
  })
  if (create.data)
    return (
      <Dialog title="Webhook created" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
        <div className="grid gap-4">
          <NewSecret secret={create.data.secret} />
          <p className="text-muted">
            The receiving program verifies messages with it, by a library of{' '}
            <a className="text-link" href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
              Standard Webhooks
            </a>
            .
          </p>
        </div>
      </Dialog>
    )
  return (
    <WebhookForm
      title="Create a webhook"
      values={values}
      tables={tables}
      saving={create}
      texts={{ submit: 'Create', busy: 'Creating...', failure: 'The webhook could not be created' }}
      onChange={setValues}
      onClose={onClose}
    />
  )
}

/** Where events are sent to, and whether they arrive. */
export function WebhooksPage({ tables }: { tables: readonly Table[] }) {
  usePageTitle('Webhooks')
  const isAdmin = useIsAdmin()
  const { data, error, refetch } = useQuery(queryOf(listWebhooks))
  const webhooks = data?.data
  const [creating, setCreating] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const open = webhooks?.find(({ id }) => id === opened)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">Webhooks</h2>
        {isAdmin && (
          <Button onClick={() => setCreating(true)}>
            <Webhook className="size-5" />
            Create a webhook
          </Button>
        )}
      </div>
      <p className="max-w-prose text-muted">Notifies another program of changes, without record contents.</p>
      <LoadState query={{ data: webhooks, error, refetch }} what="webhooks" />
      {webhooks?.length === 0 && <p>No webhooks yet.</p>}
      {webhooks && webhooks.length > 0 && (
        <ul aria-label="Webhooks" className="grid gap-3">
          {webhooks.map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} tables={tables} onOpen={() => setOpened(webhook.id)} />
          ))}
        </ul>
      )}
      {isAdmin && creating && <CreateWebhook tables={tables} onClose={() => setCreating(false)} />}
      {open && <WebhookDialog key={open.id} webhook={open} tables={tables} onClose={() => setOpened(null)} />}
    </>
  )
}

type ItemProps = { webhook: WebhookInfo; tables: readonly Table[]; onOpen: () => void }

function WebhookItem({ webhook, tables, onOpen }: ItemProps) {
  const { url, types, tables: chosen, state, reason, failingSince, owner } = webhook
  const titles = chosen.map((name) => tables.find((table) => table.name === name)?.title ?? name)
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-xl border border-line bg-card p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="min-w-0 [overflow-wrap:anywhere]">{url}</span>
          {state !== 'active' && <Badge label={stateTitles[state]} tone="red" />}
          {state === 'active' && failingSince && <Badge label="Failing" tone="amber" />}
        </p>
        <p className="text-sm">
          {types.length === 0 ? 'All events' : types.map((type) => typeTitles[type]).join(', ')} of{' '}
          {chosen.length === 0 ? 'all tables' : titles.join(', ')}
        </p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {factsText([
            reason,
            failingSince && `Failing since ${momentText(failingSince)}`,
            owner && `Owner ${owner.email}`,
          ])}
        </p>
      </div>
      <button type="button" className="text-link min-h-11" aria-label={`Open ${url}`} onClick={onOpen}>
        Open
      </button>
    </li>
  )
}

/** The page with the tables whose events may be received. */
export const Webhooks = () => <WebhooksPage tables={useSharedTables()} />
