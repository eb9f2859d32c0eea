import {
  changeWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
} from '@app/contracts/webhook-calls'
import type { WebhookInfo } from '@app/contracts/webhooks'
import { useState } from 'react'
import { NewSecret } from '#features/accounts/new-secret'
import type { Table } from '#features/people/access-values'
import { callApi } from '#lib/call-api'
import { useCallMutation, useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { momentText } from '#lib/school-time'
import { SmallButton } from '#ui/button'
import { CheckField } from '#ui/check-field'
import { ConfirmDelete } from '#ui/confirm-delete'
import { Failure } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { useDone } from '#ui/toast'
import { Deliveries } from './deliveries'
import { attemptText, WebhookForm, type WebhookValues } from './webhook-form'

/** Longer than an endpoint may take. */
const testTimeoutMs = 15_000

type Props = { webhook: WebhookInfo; tables: readonly Table[]; onClose: () => void }

/** Changes a webhook, tests it, and shows what was sent to it. */
export function WebhookDialog({ webhook, tables, onClose }: Props) {
  const { id, state, reason, formerSecretUntil } = webhook
  const { reload, done } = useDone(listWebhooks, onClose)
  useRecentSignIn('A change of a webhook', changeWebhook)
  const [values, setValues] = useState<WebhookValues>(webhook)
  const [active, setActive] = useState(state === 'active')
  const params = { id }
  const save = useSingleMutation({
    mutationKey: ['webhook', id],
    mutationFn: () => {
      const { url, types, tables: chosen } = values
      return callApi(changeWebhook, { params, body: { url, types, tables: chosen, active } })
    },
    onSuccess: () => done('Saved the webhook'),
  })
  const remove = useCallMutation(deleteWebhook, {
    input: { params },
    onSuccess: () => done('Deleted the webhook'),
  })
  const rotate = useCallMutation(rotateWebhookSecret, {
    input: { params },
    onSettled: reload,
  })
  const probe = useCallMutation(testWebhook, { input: { params, within: testTimeoutMs } })
  const failure = rotate.error ?? probe.error
  const hasPassed = probe.data?.status != null && probe.data.status >= 200 && probe.data.status < 300
  return (
    <WebhookForm
      title="Webhook"
      values={values}
      tables={tables}
      saving={save}
      texts={{ submit: 'Save', busy: 'Saving...', failure: 'Save failed' }}
      onChange={setValues}
      onClose={onClose}
      actions={
        <ConfirmDelete title="Delete this webhook?" call={deleteWebhook} remove={remove}>
          <p>
            Nothing more is sent to it, and its deliveries are no longer shown. To keep them, switch it off instead.
          </p>
        </ConfirmDelete>
      }
      fields={
        <CheckField
          checked={active}
          isSmall
          detail={reason ?? 'When you switch it on again, it receives what happened in the meantime, up to 30 days.'}
          onCheck={setActive}
        >
          Active
        </CheckField>
      }
    >
      <Failure error={failure} fallback="That did not work" />
      <section aria-label="Test and secret" className="grid gap-3">
        <div className="flex flex-wrap gap-3">
          <SmallButton disabled={probe.isPending} onClick={() => probe.mutate()}>
            {probe.isPending ? 'Sending...' : 'Send test'}
          </SmallButton>
          <SmallButton disabled={rotate.isPending} onClick={() => rotate.mutate()}>
            Replace the secret
          </SmallButton>
        </div>
        {probe.data && (
          <Notice tone={hasPassed ? 'good' : 'bad'}>
            <p>{attemptText(probe.data)}</p>
          </Notice>
        )}
        {rotate.data && <NewSecret secret={rotate.data.secret} />}
        {formerSecretUntil && (
          <p className="text-muted text-sm">The previous secret also signs until {momentText(formerSecretUntil)}.</p>
        )}
      </section>
      <Deliveries id={id} />
    </WebhookForm>
  )
}
