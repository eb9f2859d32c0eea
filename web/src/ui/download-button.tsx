import type { Call } from '@app/contracts/call'
import type { CallInput } from '@app/contracts/call-request'
import { minutes } from '@app/contracts/durations'
import type { ReactNode } from 'react'
import { streamCall } from '#lib/call-api'
import { saveFile } from '#lib/files'
import { useSingleMutation } from '#lib/queries'
import { nameNeed } from '#lib/session-watch'
import { SmallButton } from './button'
import { useToast } from './toast'

const timeoutMs = minutes(10)

type Props<C extends Call> = {
  call: C
  input: CallInput<C>
  /** Of the file. */
  name: string
  /** As a link stands in a text. */
  isLink?: boolean
  children: ReactNode
}

/** Downloads the response of a call. Unlike a link it can ask for a sign-in first, where the call needs a recent one. */
export function DownloadButton<const C extends Call>({ call, input, name, isLink = false, children }: Props<C>) {
  const showToast = useToast()
  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['download', name],
    async mutationFn() {
      const end = nameNeed('This download')
      const answer = await streamCall(call, input, AbortSignal.timeout(timeoutMs)).finally(end)
      saveFile(name, await answer.blob())
    },
    onError: (error) => showToast({ error, text: 'Failed to download the file' }),
  })
  const press = { disabled: isPending, onClick: () => mutate(), children }
  return isLink ? (
    <button
      type="button"
      className="text-link inline-flex min-h-9 items-center justify-self-start text-sm"
      {...press}
    />
  ) : (
    <SmallButton {...press} />
  )
}
