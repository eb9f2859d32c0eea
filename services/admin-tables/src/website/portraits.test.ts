import { AppError } from '@app/contracts/errors'
import { expect, test, vi } from 'vitest'
import { portraits } from './portraits'

const photo = (source: string) => ({ name: source, certificate: '', photo: source })

/** Photos of two people, as files and as what is made of them. */
function setup(
  makePicture = vi.fn(async (bytes: Uint8Array) => ({ id: `made of ${bytes.length}`, ...size, parts: [] })),
) {
  const state = { people: [photo('one'), photo('three'), { ...photo('none'), photo: undefined }], gone: '' }
  const stored = new Map<string, { id: string; width: number; height: number }>()
  const site = portraits({
    instructors: {
      all: async () => state.people,
      shows: async (file) => state.people.some((one) => one.photo === file) && file !== state.gone,
    },
    pictures: {
      add: async ({ id, source }) => {
        stored.set(source!, { id, ...size })
        return { id, ...size }
      },
      portraits: async (sources) => new Map([...stored].filter(([source]) => sources.includes(source))),
      portraitSize: async (_name, isShown) =>
        (await isShown('one')) ? { type: 'image/avif', bytes: Buffer.from([1]) } : undefined,
    },
    files: {
      open: async (id) => ({
        ...{ url: '', userId: '', name: id, type: 'image/jpeg', size: id.length },
        chunks: async () =>
          (async function* () {
            yield Buffer.from(id)
          })(),
      }),
    },
    makePicture,
  })
  return { state, stored, site, makePicture }
}
const size = { width: 600, height: 800 }

test('a person is shown at once, and with the photo when its sizes are made, once', async () => {
  const { site, makePicture } = setup()
  expect((await site.shown()).map((one) => one.photo)).toEqual([null, null, null])
  await site.prepare()
  expect((await site.shown()).map((one) => one.photo !== null)).toEqual([true, true, false])
  await site.prepare()
  expect(makePicture).toHaveBeenCalledTimes(2)
  const shown = await site.shown()
  expect(shown[0]).toEqual({
    name: 'one',
    certificate: '',
    photo: { id: expect.stringMatching(/^[0-9a-f]{32}$/), ...size },
  })
  expect(new Set([shown[0]!.photo!.id, shown[1]!.photo!.id]).size).toBe(2)
  expect(await site.used()).toEqual([shown[0]!.photo!.id, shown[1]!.photo!.id])
})

test('who is taken off the page takes the photo off, also one that is being made', async () => {
  const { site, state, stored } = setup()
  state.gone = 'three'
  await site.prepare()
  expect([...stored.keys()]).toEqual(['one'])
  expect(await site.size('x-480.avif')).toBeDefined()
  state.people = state.people.slice(1)
  expect(await site.size('x-480.avif')).toBeUndefined()
  expect(await site.used()).toEqual([])
})

test('a photo that cannot be read is tried once and holds up no other, one that has to wait is tried again', async () => {
  const refusals = [new AppError('unavailable', 'busy'), new AppError('invalid_input', 'damaged')]
  const makePicture = vi.fn(async (): Promise<never> => {
    throw refusals[makePicture.mock.calls.length - 1] ?? new Error('out of reach')
  })
  const { site } = setup(makePicture)
  await site.prepare()
  await expect(site.prepare()).rejects.toThrow('damaged')
  await expect(site.prepare()).rejects.toThrow('out of reach')
  expect(makePicture.mock.calls.map(([bytes]: unknown[]) => String(bytes))).toEqual(['one', 'one', 'three', 'three'])
  expect((await site.shown()).map((one) => one.photo)).toEqual([null, null, null])
})
