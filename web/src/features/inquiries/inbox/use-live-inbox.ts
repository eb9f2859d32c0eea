import { seconds } from '@app/contracts/durations'
import { followInbox, inboxEvent } from '@app/contracts/inbox'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import { streamCall } from '#lib/call-api'
import { usePresence } from '#lib/use-presence'
import { inquiryKey } from '../inquiries.queries'
import { conversationQuery, inboxKey } from './use-inbox'

const afterFailureMs = seconds(20)

/** Loads again what has changed, as soon as the service says so. Without it, everything is loaded every minute. */
export function useLiveInbox() {
  const client = useQueryClient()
  const present = usePresence()
  useEffect(() => {
    if (!present) return
    const stop = new AbortController()
    const changed = (ids: readonly string[]) => {
      client.invalidateQueries({ queryKey: inboxKey })
      for (const id of ids) {
        client.invalidateQueries({ queryKey: inquiryKey(id), exact: true })
        client.invalidateQueries({ queryKey: conversationQuery(id).queryKey })
      }
    }
    void follow(changed, stop.signal)
    return () => stop.abort()
  }, [present, client])
}

/** Follows one stream after the other until it is stopped: each ends after a minute, and its successor checks the session. */
async function follow(changed: (ids: readonly string[]) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted)
    try {
      const { body } = await streamCall(followInbox, {}, signal)
      if (body) for await (const ids of changesIn(body)) changed(ids)
    } catch {
      // Offline, or too many are open: what is shown is loaded every minute meanwhile.
      await new Promise((done) => setTimeout(done, afterFailureMs))
    }
}

/** The ids in the events of a stream. */
async function* changesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly string[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), inboxEvent), data)
      if (read.success) yield read.output.ids
    }
  }
}
