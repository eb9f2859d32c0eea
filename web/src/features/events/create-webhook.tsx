import { createWebhook, listWebhooks } from '@app/contracts/webhook-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NewSecret } from '#features/accounts/new-secret'
import type { Table } from '#features/people/access-values'
import { callApi } from '#lib/call-api'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { WebhookForm, type WebhookValues } from './webhook-form'

type Props = { tables: readonly Table[]; onClose: () => void }

/** Creates a webhook, then shows the secret by which its messages are recognized. */
export function CreateWebhook({ tables, onClose }: Props) {
  const client = useQueryClient()
  useRecentSignIn('A new webhook', createWebhook)
  const [values, setValues] = useState<WebhookValues>({ url: '', types: [], tables: [] })
  const create = useSingleMutation({
    mutationKey: ['create-webhook'],
    mutationFn: () => callApi(createWebhook, { body: values }),
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
      saving={{ ...create, mutate: () => create.mutate() }}
      texts={{ submit: 'Create', busy: 'Creating...', failure: 'The webhook could not be created' }}
      onChange={setValues}
      onClose={onClose}
    />
  )
}
