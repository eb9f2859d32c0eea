import { makeLogo } from '@app/pictures/make-logo'
import { makeSizes, PictureFault } from '@app/pictures/make-sizes'
import { writePicture } from '@app/pictures/picture-stream'
import { refusedCode } from './reader-process'

const make = process.argv[2] === 'logo' ? makeLogo : makeSizes

/** Reads a photo, or a `logo`, from the standard input and writes its sizes (`site/picture-process.ts`). A photo that takes too much memory ends this process only. */
try {
  await Bun.write('/proc/self/oom_score_adj', '1000').catch(() => {})
  await Bun.write(Bun.stdout, writePicture(await make(await Bun.stdin.bytes())))
} catch (error) {
  if (!(error instanceof PictureFault)) throw error
  process.stderr.write(error.message)
  process.exitCode = refusedCode
}
