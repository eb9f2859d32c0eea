import { writeLimit } from '@app/mongo'
import { expect, test } from 'vitest'
import { holdLease, LeaseLost } from './hold-lease'

test('a write that begins while the lease is held has ended on the server when another replica may take the job', () => {
  let at = 0
  const leaseMs = 20_000
  const lease = holdLease(
    leaseMs,
    async () => true,
    () => at,
  )
  at = leaseMs - writeLimit.maxTimeMS - 2_001
  lease.hold()
  at = leaseMs - writeLimit.maxTimeMS
  expect(() => lease.hold()).toThrow(LeaseLost)
  lease.reported(at)
  lease.hold()
  lease.stop()
})
