import { makeLogo } from '@app/pictures/make-logo'
import { makeSizes, PictureFault } from '@app/pictures/make-sizes'
import { writePicture } from '@app/pictures/picture-stream'
import { serveOnce } from '@app/reader/serve-reader'

const make = process.argv[2] === 'logo' ? makeLogo : makeSizes

/** Reads a photo, or a `logo`, and writes its sizes (`site/picture-process.ts`). A photo that takes too much memory ends this process only. */
await serveOnce(
  async (photo) => writePicture(await make(photo)),
  (error) => error instanceof PictureFault,
)
