import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { countUnsent } from '#lib/device-store'
import { paths } from '#lib/paths'
import type { FeatureModule } from '#lib/table-extension'
import { ChunkBoundary, ChunkPage, chunk } from '#ui/chunk'
import { registerWorker } from './offline/register-worker'

const host = chunk(() => import('./offline/range-host').then((file) => file.RangeHost))

/** After the page's own files and data. */
const registerAfterMs = 3_000

/** On every staff page: keeps the program on the device, and sends what waits there. Today does the latter itself. */
function RangeKeeper() {
  const [path] = useLocation()
  const [hasUnsent, setUnsent] = useState(false)
  useEffect(() => {
    const timer = setTimeout(registerWorker, registerAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    let isCurrent = true
    countUnsent().then((count) => isCurrent && setUnsent(path !== paths.today && count > 0))
    return () => {
      isCurrent = false
    }
  }, [path])
  if (!hasUnsent || path === paths.today) return null
  return (
    <ChunkBoundary loading={null} failed={null}>
      <ChunkPage of={host} />
    </ChunkBoundary>
  )
}

export const todayModule: FeatureModule = { Host: RangeKeeper }
