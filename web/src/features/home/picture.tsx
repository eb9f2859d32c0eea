import { pictureUrl } from '@app/contracts/website/picture-address'
import { type Crop, crops, type PictureFormat, type WebsitePicture, widthsOf } from '@app/contracts/website/pictures'

/** The `sizes` of the hero's photo, which is cut where it fills half of the window. A phone with three pixels to a point does as well with two. */
export const heroPhotoSizes = '(min-width: 64rem) 60vw, (min-width: 40rem) 92vw, 62vw'

export const srcSetOf = (picture: WebsitePicture, format: PictureFormat, urlOf = pictureUrl) =>
  widthsOf(picture)
    .map((each) => `${urlOf(picture.id, each, format)} ${each}w`)
    .join(', ')

const shapes: Record<Crop, string> = {
  none: '',
  wide: 'aspect-video',
  photo: 'aspect-3/2',
  square: 'aspect-square',
  tall: 'aspect-4/5',
}
/** The part of a cropped picture that is shown, in steps for which home.css has a class. */
const step = (share: number) => Math.round(share * 10)

type Props = {
  picture: WebsitePicture
  sizes: string
  /** The first picture of the page. All others load once they come near. */
  isFirst?: boolean
  urlOf?: typeof pictureUrl
}

/** A picture that staff uploaded, in the size and format that suits the browser. Its room is kept while it loads. */
export function Picture({ picture, sizes, isFirst = false, urlOf = pictureUrl }: Props) {
  const { id, width, height, alt, decorative, focus, crop } = picture
  const ratio = crops[crop] ?? width / height
  const widest = widthsOf(picture).at(-1)!
  return (
    <picture>
      <source type="image/avif" srcSet={srcSetOf(picture, 'avif', urlOf)} sizes={sizes} />
      <img
        src={urlOf(id, widest, 'webp')}
        srcSet={srcSetOf(picture, 'webp', urlOf)}
        sizes={sizes}
        width={widest}
        height={Math.round(widest / ratio)}
        alt={decorative ? '' : alt}
        decoding="async"
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        className={`photo focus-x-${step(focus.x)} focus-y-${step(focus.y)} ${shapes[crop]}`}
      />
    </picture>
  )
}
