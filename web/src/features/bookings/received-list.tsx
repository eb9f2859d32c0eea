import { undoJob } from '@app/contracts/jobs'
import {
  decideReceived,
  listReceived,
  type Received,
  type ReceivedRow,
  type RowDecision,
  receivedPageSize,
} from '@app/contracts/received'
import type { TableSchema } from '@app/contracts/table-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { queryOf, useCallMutation, useSingleMutation } from '#lib/queries'
import { momentText } from '#lib/school-time'
import { factsText } from '#lib/words'
import { Badge } from '#ui/badge'
import { Button, SmallButton } from '#ui/button'
import { PageSteps } from '#ui/list-controls'
import { Failure, LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { deliveryStates, rowTitles } from './hook-words'

type Props = { id: string; schema: TableSchema; onDecided: () => void }

/** While a delivery is imported. */
const pollMs = 2_000

/** Deliveries of a source with their results, and those that wait for a person. */
export function ReceivedList({ id, schema, onDecided }: Props) {
  const client = useQueryClient()
  const [waitingOnly, setWaitingOnly] = useState(false)
  const [page, setPage] = useState(1)
  const query = { page: String(page), ...(waitingOnly && { state: 'waiting' as const }) }
  const { data, error, refetch } = useQuery({
    ...queryOf(listReceived, { params: { id }, query }),
    refetchInterval: ({ state }) => state.data?.data.some((one) => one.state === 'new') && pollMs,
  })
  const reload = () => {
    client.invalidateQueries({ queryKey: [listReceived.id] })
    onDecided()
  }
  const decide = useCallMutation(decideReceived, {
    about: id,
    input: ({ delivery, ...body }: RowDecision & { delivery: string }) => ({ params: { id, delivery }, body }),
    onSettled: reload,
  })
  const undo = useSingleMutation({
    mutationKey: ['undo-delivery', id],
    mutationFn: async (jobs: readonly string[]) => {
      for (const job of jobs.toReversed()) await callApi(undoJob, { params: { id: job } })
    },
    onSettled: reload,
  })
  const isBusy = decide.isPending || undo.isPending
  const failure = decide.error ?? undo.error
  return (
    <section aria-label="Deliveries" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">Received bookings</h3>
        <div className="flex flex-wrap gap-2">
          <SmallButton
            aria-pressed={waitingOnly}
            className="aria-pressed:border-forest aria-pressed:bg-sunken"
            onClick={() => {
              setWaitingOnly(!waitingOnly)
              setPage(1)
            }}
          >
            Needs review only
          </SmallButton>
          <SmallButton onClick={() => refetch()}>Refresh</SmallButton>
        </div>
      </div>
      <Failure error={failure} fallback="That did not work" />
      <LoadState query={{ data, error, refetch }} what="deliveries" />
      {data?.total === 0 && (
        <p className="text-muted">{waitingOnly ? 'Nothing needs review.' : 'Nothing received yet.'}</p>
      )}
      <ul className="grid gap-2">
        {data?.data.map((delivery) => (
          <DeliveryItem
            key={delivery.id}
            delivery={delivery}
            table={schema.name}
            isBusy={isBusy}
            onDecide={(decision) => decide.mutate({ ...decision, delivery: delivery.id })}
            onUndo={() => undo.mutate(delivery.jobs)}
          />
        ))}
      </ul>
      {data && <PageSteps page={page} hasMore={data.total > page * receivedPageSize} onPage={setPage} />}
    </section>
  )
}

type ItemProps = {
  delivery: Received
  table: string
  isBusy: boolean
  onDecide: (decision: RowDecision) => void
  onUndo: () => void
}

function DeliveryItem({ delivery, table, isBusy, onDecide, onUndo }: ItemProps) {
  const { at, state, rows, notes = [], jobs, isUndone } = delivery
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(rowTitles[row.state], (counts.get(rowTitles[row.state]) ?? 0) + 1)
  const summary = factsText([...counts].map(([title, count]) => (rows.length === 1 ? title : `${title}: ${count}`)))
  return (
    <li className="border-line border-t pt-2">
      <details open={state === 'waiting'}>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{momentText(at)}</span>
          {isUndone ? <Badge label="Undone" tone="gray" /> : state !== 'done' && <Badge {...deliveryStates[state]} />}
          {notes.length > 0 && <Badge label="Check this" tone="amber" />}
          <span className="text-muted text-sm">{summary}</span>
        </summary>
        <div className="grid gap-3 pb-2 text-sm">
          {notes.length > 0 && (
            <Notice tone="warn" title="Some values were unclear">
              {notes.map((note) => (
                <p key={note} className="[overflow-wrap:anywhere]">
                  {note}.
                </p>
              ))}
            </Notice>
          )}
          {rows.map((row, index) => (
            <RowItem
              key={row.externalId || index}
              row={row}
              table={table}
              isBusy={isBusy}
              onDecide={(decision) => onDecide({ row: index, ...decision })}
            />
          ))}
          {jobs.length > 0 && !isUndone && (
            <SmallButton disabled={isBusy} onClick={onUndo}>
              Undo
            </SmallButton>
          )}
        </div>
      </details>
    </li>
  )
}

type RowProps = {
  row: ReceivedRow
  table: string
  isBusy: boolean
  onDecide: (decision: Omit<RowDecision, 'row'>) => void
}

function RowItem({ row: { cells, state, reason, record, candidates }, table, isBusy, onDecide }: RowProps) {
  const shown = Object.entries(cells).filter(([, value]) => value !== '')
  return (
    <div className="grid gap-2 rounded-control bg-sunken p-3">
      <p className="[overflow-wrap:anywhere]">
        <span className="font-semibold">{rowTitles[state]}</span>
        {reason && `: ${reason}`}{' '}
        {record && state !== 'waiting' && (
          <a className="text-link" href={`/admin?table=${encodeURIComponent(table)}&record=${record}`}>
            Open the record
          </a>
        )}
      </p>
      <dl className="grid max-h-40 gap-x-3 overflow-y-auto sm:grid-cols-[auto_1fr]">
        {shown.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted [overflow-wrap:anywhere]">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {state === 'waiting' && (
        <div className="flex flex-wrap gap-2">
          {candidates.map(({ id, label }) => (
            <SmallButton key={id} disabled={isBusy} onClick={() => onDecide({ decision: 'record', record: id })}>
              It is {label}
            </SmallButton>
          ))}
          <SmallButton disabled={isBusy} onClick={() => onDecide({ decision: 'create' })}>
            New record
          </SmallButton>
          <SmallButton disabled={isBusy} onClick={() => onDecide({ decision: 'again' })}>
            Look again
          </SmallButton>
          <Button size="small" variant="quiet" disabled={isBusy} onClick={() => onDecide({ decision: 'ignore' })}>
            Leave out
          </Button>
        </div>
      )}
    </div>
  )
}
