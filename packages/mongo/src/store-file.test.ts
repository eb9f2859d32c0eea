import type { GridFSBucketWriteStream } from 'mongodb'
import { expect, test } from 'vitest'
import { storeFile } from './store-file'

/** Writes as the driver's stream does, and counts what is under way. */
function uploadOf({ failsAt = Number.POSITIVE_INFINITY } = {}) {
  const stored: Uint8Array[] = []
  const state = { underWay: 0, most: 0, isEnded: false, isAborted: false }
  let finish = () => {}
  const upload = {
    write(piece: Uint8Array, done: (error?: Error) => void) {
      state.most = Math.max(state.most, ++state.underWay)
      setImmediate(() => {
        state.underWay--
        if (stored.length === failsAt) return done(new Error('unavailable'))
        stored.push(piece)
        done()
      })
      return true
    },
    once(event: string, listener: () => void) {
      if (event === 'finish') finish = listener
      return upload
    },
    end() {
      state.isEnded = true
      finish()
    },
    abort: async () => {
      state.isAborted = true
    },
  }
  return { upload: upload as unknown as GridFSBucketWriteStream, stored, state }
}
const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, n) => n % 251))

test('a file is stored one piece at a time, complete and in order', async () => {
  const { upload, stored, state } = uploadOf()
  await storeFile(upload, bytes)
  expect(Buffer.concat(stored).equals(bytes)).toBe(true)
  expect(stored.length).toBe(3)
  expect(state).toMatchObject({ most: 1, isEnded: true, isAborted: false })
})

test('what arrives in pieces is stored as it arrives', async () => {
  const { upload, stored, state } = uploadOf()
  const arriving = async function* () {
    yield bytes.subarray(0, 10)
    yield bytes.subarray(10, 20)
  }
  await storeFile(upload, arriving())
  expect(Buffer.concat(stored).equals(bytes.subarray(0, 20))).toBe(true)
  expect(state.most).toBe(1)
})

test('a file that cannot be stored leaves nothing', async () => {
  const { upload, state } = uploadOf({ failsAt: 1 })
  await expect(storeFile(upload, bytes)).rejects.toThrow('unavailable')
  expect(state).toMatchObject({ isEnded: false, isAborted: true })
})
