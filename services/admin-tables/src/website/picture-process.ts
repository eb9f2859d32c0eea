import { seconds } from '@app/contracts/durations'
import { AppError, invalidFile } from '@app/contracts/errors'
import type { MadePicture } from '@app/pictures/make-sizes'
import { readPicture } from '@app/pictures/picture-stream'
import { runReader } from '@app/reader/run-reader'

/** With the service itself below the 256 MB of a container. The edge waits a little longer. */
const limits = { timeoutMs: seconds(50), maxBytes: 190 * 1024 * 1024 }

export type MakePicture = (photo: Uint8Array, kind?: 'photo' | 'logo') => Promise<MadePicture>

/**
 * Makes the sizes of photos in a process of its own, one after another. `program` is the path of `picture-reader`.
 *
 * @throws AppError `unavailable` while another photo is being prepared, and `invalid_input`
 */
export function pictureProcess(program: string, within = limits): MakePicture {
  let isBusy = false
  return async (photo, kind = 'photo') => {
    if (isBusy) throw new AppError('unavailable', 'Another photo is being prepared. Please try again in a few seconds.')
    isBusy = true
    try {
      const { isDone, isRefused, output } = await runReader(program, photo, { ...within, args: [kind] })
      if (isDone) return readPicture(output)
      throw invalidFile(
        isRefused
          ? 'The photo is damaged. Save it again and retry.'
          : 'The photo is too large to be prepared here. Make it smaller, for example 4,000 pixels wide, and retry.',
      )
    } finally {
      isBusy = false
    }
  }
}
