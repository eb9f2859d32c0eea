import type { Inquiry } from '@app/contracts/inquiries'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageOf } from '#lib/message-of'
import { inquiryKey } from './use-inquiry'

type Action = {
  /** What is shown as running. */
  name: string
  call: () => Promise<Inquiry>
  /** Said once it is done. */
  done: string
  failed: string
}

/** Changes an inquiry, one thing at a time however often it is asked, and keeps what went wrong with the way to repeat it. */
export function useInquiryAction(id: string) {
  const client = useQueryClient()
  const [running, setRunning] = useState<string>()
  const [news, setNews] = useState('')
  const [failure, setFailure] = useState<{ text: string; action: Action }>()
  const isRunning = useRef(false)

  async function run(action: Action): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    setRunning(action.name)
    setFailure(undefined)
    setNews('')
    try {
      const changed = await action.call()
      // An answer that was asked for before must not take its place.
      await client.cancelQueries({ queryKey: inquiryKey(id) })
      client.setQueryData(inquiryKey(id), changed)
      setNews(action.done)
      return true
    } catch (error) {
      setFailure({ text: messageOf(error, action.failed), action })
      // It may have been done all the same, or by somebody else.
      client.invalidateQueries({ queryKey: inquiryKey(id) })
      return false
    } finally {
      isRunning.current = false
      setRunning(undefined)
    }
  }

  return {
    run,
    running,
    news,
    tell: setNews,
    failure: failure && { text: failure.text, retry: () => run(failure.action) },
  }
}
