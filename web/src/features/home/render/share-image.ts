import type { PageTexts } from '@app/contracts/website/page-texts'
import { pictureUrl } from '@app/contracts/website/picture-address'
import { shareWidth } from '@app/contracts/website/pictures'

/** The picture of link previews: the photo of the hero, if it is large enough. */
export function shareImage({ pictures: { hero }, search, origin }: PageTexts) {
  if (!hero || hero.width < shareWidth)
    return { url: `${origin}/share.png`, width: shareWidth, height: 630, alt: search.image }
  return {
    url: origin + pictureUrl(hero.id, shareWidth, 'jpg'),
    width: shareWidth,
    height: Math.round((shareWidth * hero.height) / hero.width),
    alt: hero.alt || search.image,
  }
}
