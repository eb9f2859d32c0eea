import {
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDeliveries,
  rotateWebhookSecret,
  testWebhook,
} from '@app/contracts/webhook-calls'
import { type Delivery, deliveriesPageSize, type WebhookInfo } from '@app/contracts/webhooks'
import { schoolDay, startOfDay } from '@app/school-time/school-day'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { NewSecret } from '#features/accounts/new-secret'
import type { Table } from '#features/people/access-values'
import { queryOf, useCallMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { momentText } from '#lib/school-time'
import { counted } from '#lib/words'
import { Badge } from '#ui/badge'
import { Button, SmallButton } from '#ui/button'
import { CheckField } from '#ui/check-field'
import { ConfirmDelete } from '#ui/confirm-delete'
import { TextField } from '#ui/field'
import { fieldsOf, useValues } from '#ui/form-values'
import { PageSteps } from '#ui/list-controls'
import { Failure, LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { useDone, useToast } from '#ui/toast'
import { attemptText, WebhookForm, type WebhookValues } from './webhook-form'

/** Sends the deliveries of some days again, as after a mistake of the program that receives them. */
function ReplayPeriod({ id }: { id: string }) {
  const fieldId = useId()
  const client = useQueryClient()
  const showToast = useToast()
  const today = schoolDay()
  const [period, change] = useValues({ from: today, to: today })
  const { from, to } = period
  const field = fieldsOf(fieldId, period, change)
  const replay = useCallMutation(replayDeliveries, {
    about: `period of ${id}`,
    input: () => ({
      params: { id },
      body: { from: startOfDay(from).toISOString(), to: startOfDay(to, 1).toISOString() },
    }),
    onSuccess: ({ count }) => showToast({ text: `${counted(count, 'delivery', 'deliveries')} will be sent again` }),
    onSettled: () => client.invalidateQueries({ queryKey: [listDeliveries.id] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    replay.mutate()
  }
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center text-link">Send several days again</summary>
      <form onSubmit={submit} className="grid gap-3 pb-2">
        <p className="text-muted text-sm">
          Everything that was sent on these days goes out once more, with the same ids. Deliveries are kept for 30 days.
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <TextField {...field('from', 'From')} type="date" required max={to} />
          <TextField {...field('to', 'To')} type="date" required min={from} max={today} />
          <Button type="submit" variant="outline" disabled={replay.isPending}>
            {replay.isPending ? 'Starting...' : 'Send again'}
          </Button>
        </div>
        <Failure error={replay.error} fallback="They could not be sent again" />
      </form>
    </details>
  )
}

const states = {
  pending: { label: 'Waiting', tone: 'amber' },
  delivered: { label: 'Delivered', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
} as const

/** While a delivery is under way. */
const pollMs = 3_000

/** Recent deliveries to a webhook, with its responses. */
function Deliveries({ id }: { id: string }) {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...queryOf(listDeliveries, { params: { id }, query: { page: String(page) } }),
    refetchInterval: ({ state }) => state.data?.data.some((one) => one.state === 'pending') && pollMs,
  })
  const replay = useCallMutation(replayDeliveries, {
    about: id,
    input: (delivery: string) => ({ params: { id }, body: { delivery } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listDeliveries.id] }),
  })
  return (
    <section aria-label="Deliveries" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">Deliveries</h3>
        <SmallButton onClick={() => refetch()}>Refresh</SmallButton>
      </div>
      <Failure error={replay.error} fallback="It could not be sent again" />
      <LoadState query={{ data, error, refetch }} what="deliveries" />
      {data?.total === 0 && <p className="text-muted">Nothing was sent in the last 30 days.</p>}
      <ul className="grid gap-2">
        {data?.data.map((delivery) => (
          <DeliveryItem
            key={delivery.id}
            delivery={delivery}
            isBusy={replay.isPending}
            onReplay={() => replay.mutate(delivery.id)}
          />
        ))}
      </ul>
      {data && <PageSteps page={page} hasMore={data.total > page * deliveriesPageSize} onPage={setPage} />}
      {data && data.total > 0 && <ReplayPeriod id={id} />}
    </section>
  )
}

type ItemProps = { delivery: Delivery; isBusy: boolean; onReplay: () => void }

function DeliveryItem({ delivery, isBusy, onReplay }: ItemProps) {
  const { messageId, payload, state, attempts, nextAttemptAt } = delivery
  const { type } = JSON.parse(payload) as { type: string }
  const [last] = attempts
  return (
    <li className="border-line border-t pt-2">
      <details>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{type}</span>
          <Badge {...states[state]} />
          <span className="text-muted text-sm">
            {last ? `${attemptText(last)}, ${momentText(last.at)}` : 'Not sent yet'}
          </span>
        </summary>
        <div className="grid gap-2 pb-2 text-sm">
          <p className="[overflow-wrap:anywhere]">
            <span className="text-muted">webhook-id</span> {messageId}
          </p>
          <pre className="overflow-x-auto rounded-control bg-sunken p-3">
            {JSON.stringify(JSON.parse(payload), null, 2)}
          </pre>
          {attempts.map((attempt) => (
            <div key={attempt.at}>
              <p>
                {momentText(attempt.at)}: {attemptText(attempt)}
              </p>
              {attempt.body && <pre className="overflow-x-auto rounded-control bg-sunken p-3">{attempt.body}</pre>}
            </div>
          ))}
          {nextAttemptAt && attempts.length > 0 && (
            <p className="text-muted">Next attempt {momentText(nextAttemptAt)}</p>
          )}
          {state !== 'pending' && (
            <SmallButton aria-label={`Send ${messageId} again`} disabled={isBusy} onClick={onReplay}>
              Send again
            </SmallButton>
          )}
        </div>
      </details>
    </li>
  )
}

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
  const save = useCallMutation(changeWebhook, {
    about: id,
    input: () => {
      const { url, types, tables: chosen } = values
      return { params, body: { url, types, tables: chosen, active } }
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
        {probe.data && <Notice tone={hasPassed ? 'good' : 'bad'} text={attemptText(probe.data)} />}
        {rotate.data && <NewSecret secret={rotate.data.secret} />}
        {formerSecretUntil && (
          <p className="text-muted text-sm">The previous secret also signs until {momentText(formerSecretUntil)}.</p>
        )}
      </section>
      <Deliveries id={id} />
    </WebhookForm>
  )
}
