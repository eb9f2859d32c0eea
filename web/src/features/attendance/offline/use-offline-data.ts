import { readToday } from '@app/contracts/today'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { forgetOutdated, untilMidnight } from '#lib/device-store'
import { forgetEarlierTurn, keepMarks, restoreMarks } from './offline-marks'
import { restoreOutboxAtom } from './outbox.atoms'

/** Takes over what waits on the device, and keeps what is marked from then on. Resolves with whether that is done. */
export function useKept(): boolean {
  const store = useStore()
  const client = useQueryClient()
  const restoreOutbox = useSetAtom(restoreOutboxAtom)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    forgetEarlierTurn(store)
    Promise.all([restoreMarks(store, client), restoreOutbox()]).then(() => {
      if (isGone) return
      stop = keepMarks(store)
      setReady(true)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [store, client, restoreOutbox])
  return isReady
}

/** Nothing of a day stays on the device, nor on the screen, when it is over. */
export function useMidnight() {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(async () => {
        await forgetOutdated()
        await client.resetQueries({ queryKey: [readToday.id] })
        await client.resetQueries({ queryKey: ['kept today'] })
        wait()
      }, untilMidnight() + 1_000)
    }
    forgetOutdated()
    wait()
    return () => clearTimeout(timer)
  }, [client])
}
