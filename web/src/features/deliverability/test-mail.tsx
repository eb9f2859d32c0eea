import { readTestMail, sendTestMail, type TestMail } from '@app/contracts/deliverability'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { queryOf, useSingleMutation } from '#lib/queries'
import { SmallButton } from '#ui/button'
import { Failure } from '#ui/load-state'

const pollMs = 1_000

function stateText({ state, to, reason, roundTrip }: TestMail): string {
  if (state === 'received') return `Sent to ${to} and back after ${((roundTrip ?? 0) / 1_000).toFixed(1)} s.`
  if (state === 'failed') return `It could not be sent to ${to}. ${reason ?? ''}`
  if (state === 'sent') return `Accepted by the mail server for ${to}. Waiting for it to arrive...`
  return reason ? `Trying to send it to ${to}. ${reason}` : `Sending it to ${to}...`
}

/** Sends a mail to the school's own address and shows how far it is. */
export function TestMailPart() {
  const [sent, setSent] = useState<TestMail>()
  const send = useSingleMutation({
    mutationKey: ['test mail'],
    mutationFn: () => callApi(sendTestMail, {}),
    onSuccess: setSent,
  })
  const { data: current = sent } = useQuery({
    ...queryOf(readTestMail, { params: { id: sent?.id ?? '' } }),
    enabled: sent !== undefined,
    refetchInterval: ({ state: { data } }) => (data && ['received', 'failed'].includes(data.state) ? false : pollMs),
  })
  return (
    <div className="grid gap-2">
      <SmallButton disabled={send.isPending} onClick={() => send.mutate()}>
        Send a test mail
      </SmallButton>
      {current && <p role="status">{stateText(current)}</p>}
      <Failure error={send.error} fallback="Failed to send the test mail" />
    </div>
  )
}
