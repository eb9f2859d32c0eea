import * as v from 'valibot'
import { optionalLine, writtenLine } from '../written-text'
import { logoTone, type WebsiteLogo } from './logo'
import { pictureId } from './picture-address'
import { knownPlaceholders } from './placeholders'

/** The largest photo that can be uploaded, and the longest side that is stored of it. */
export const maxPictureBytes = 15 * 1024 * 1024
export const maxPictureSide = 4_096
export const maxGalleryPictures = 24

/** Widths that a picture is served in, as far as it has them. */
const servedWidths = [480, 960, 1440, 1920]
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** Higher than this no size is: an encoder takes memory by the pixel. */
const maxServedHeight = 2_160

/** The widths of a picture. One that is smaller than the largest is served in its own instead. */
export function widthsOf({ width, height }: { width: number; height: number }): number[] {
  const widest = Math.min(width, Math.floor((maxServedHeight * width) / height) || 1, servedWidths.at(-1)!)
  return [...servedWidths.filter((served) => served < widest * 0.9), widest]
}

/** The share of a link preview. */
export const shareWidth = 1200

/** Which shape a picture is shown in; the part around its focus stays. */
export const crops = { none: null, wide: 16 / 9, photo: 3 / 2, square: 1, tall: 4 / 5 } as const
export type Crop = keyof typeof crops

const share = v.pipe(v.number('Position must be a number'), v.minValue(0), v.maxValue(1))
const side = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPictureSide))

/** A stored picture, and how the page shows it. It is described in words, or decorative: then screen readers pass over it. */
const websitePicture = v.strictObject({
  id: v.pipe(v.string(), v.regex(pictureId, 'There is no such picture')),
  width: side,
  height: side,
  alt: optionalLine('Description', 240),
  decorative: v.boolean(),
  focus: v.strictObject({ x: share, y: share }),
  crop: v.picklist(Object.keys(crops) as [Crop, ...Crop[]]),
})
export type WebsitePicture = v.InferOutput<typeof websitePicture>

/** Pictures that take the place of a drawing. */
export const websitePictures = v.strictObject({ hero: v.nullable(websitePicture), about: v.nullable(websitePicture) })
export type PicturePlace = keyof v.InferOutput<typeof websitePictures>

/** The section is on the page once it has a picture. */
export const websiteGallery = v.strictObject({
  title: knownPlaceholders(writtenLine('Heading', 80)),
  items: v.pipe(
    v.array(websitePicture),
    v.maxLength(maxGalleryPictures, `There can be ${maxGalleryPictures} pictures`),
  ),
})

/** The pictures of content that was stored before there were any. */
export const shippedPictures = {
  pictures: { hero: null, about: null },
  gallery: { title: 'At the range', items: [] },
} satisfies { pictures: v.InferOutput<typeof websitePictures>; gallery: v.InferOutput<typeof websiteGallery> }

type Pictured = {
  pictures: v.InferOutput<typeof websitePictures>
  gallery: v.InferOutput<typeof websiteGallery>
}

/** Every picture of the content, by its path. */
export const picturesOf = ({ pictures, gallery }: Pictured): [path: string, picture: WebsitePicture][] => [
  ...Object.entries(pictures).flatMap(([place, picture]): [string, WebsitePicture][] =>
    picture ? [[`pictures.${place}`, picture]] : [],
  ),
  ...gallery.items.map((picture, at): [string, WebsitePicture] => [`gallery.items.${at}`, picture]),
]

/** The id of every picture that the content needs, the logo included, by its path. */
export const pictureIdsOf = ({
  logo,
  ...content
}: Pictured & { logo: WebsiteLogo | null }): [path: string, id: string][] => [
  ...(logo ? [['logo', logo.id] as [string, string]] : []),
  ...picturesOf(content).map(([path, { id }]): [string, string] => [path, id]),
]

/** The content without some pictures: a drawing takes their place, and a gallery gets shorter. */
export const withoutPictures = <Content extends Pictured & { logo: WebsiteLogo | null }>(
  { pictures, gallery, logo, ...rest }: Content,
  isGone: (id: string) => boolean,
) => {
  const kept = <Picture extends { id: string }>(picture: Picture | null) =>
    picture && isGone(picture.id) ? null : picture
  return {
    ...rest,
    pictures: { hero: kept(pictures.hero), about: kept(pictures.about) },
    gallery: { ...gallery, items: gallery.items.filter(({ id }) => !isGone(id)) },
    logo: kept(logo),
  } as unknown as Content
}

/** Pictures that are neither described nor decorative: a draft may have them, the page may not. */
export const undescribedIn = (content: Pictured): string[] =>
  picturesOf(content).flatMap(([path, { alt, decorative }]) => (alt === '' && !decorative ? [path] : []))

/** `POST /api/site/pictures`. */
export const uploadedPicture = v.object({
  id: v.string(),
  width: v.number(),
  height: v.number(),
  /** Of a logo. */
  tone: v.optional(logoTone),
})
export type UploadedPicture = v.InferOutput<typeof uploadedPicture>
