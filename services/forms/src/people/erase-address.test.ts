import type { Erasure } from '@app/contracts/erasures'
import type { Collection } from 'mongodb'
import { expect, test } from 'vitest'
import { erasureRequests } from '../inquiries/erasure-requests'
import { eraseAddress } from './erase-address'

const actor = { id: 'u1', email: 'admin@archery.example', requestId: 'r1' }

/** The request as it is stored; done at its `doneAt`-th reading. */
function setup(doneAt: number) {
  const done: string[] = []
  let reads = 0
  const collection = {
    insertOne: async ({ address }: Erasure) => {
      done.push(`asked for ${address}`)
      return { insertedId: 'e1' }
    },
    findOne: async () => (++reads < doneAt ? null : { records: ['contact_submissions/1', 'students/2', 'students/3'] }),
  }
  const erase = eraseAddress({
    erasures: erasureRequests(() => collection as unknown as Collection<Erasure>, 250),
    mailings: {
      erase: async (email) => {
        done.push(`mailings to ${email}`)
        return 1
      },
    },
    mailAddresses: {
      erase: async (email) => {
        done.push(`deliveries to ${email}`)
        return { acknowledged: true, deletedCount: 1 }
      },
    },
    inbound: {
      erase: async (email) => {
        done.push(`incoming mail about ${email}`)
        return 1
      },
    },
    files: { erase: async (email) => void done.push(`files for ${email}`) },
  })
  return { erase, done }
}

test('an address leaves mailings, incoming mail and files of replies, then admin-tables erases it, then what arrived meanwhile goes; what was erased is counted', async () => {
  const { erase, done } = setup(2)
  expect(await erase('ada@example.com', actor)).toEqual({ inquiries: 1, students: 2 })
  const here = [
    'mailings to ada@example.com',
    'incoming mail about ada@example.com',
    'deliveries to ada@example.com',
    'files for ada@example.com',
  ]
  expect(done).toEqual([...here, 'asked for ada@example.com', ...here])
})

test('an erasure that is not complete in time is not claimed', async () => {
  await expect(setup(1_000).erase('ada@example.com', actor)).rejects.toMatchObject({ status: 503 })
})
