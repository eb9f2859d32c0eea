import { type PageTexts, pageTexts } from '@app/contracts/website/page-texts'
import { pictureUrl } from '@app/contracts/website/picture-address'
import { shareWidth } from '@app/contracts/website/pictures'
import { schoolDay } from '@app/school-time/school-day'
import { useAtomValue } from 'jotai'
import { factsText } from '#lib/words'
import { contentAtom, draftAtom } from './website.atoms'

const shareImage = ({ pictures: { hero } }: PageTexts) =>
  hero && hero.width >= shareWidth ? pictureUrl(hero.id, shareWidth, 'jpg') : '/share.png'

/** The draft as a search engine and a link in a chat show it. */
export function FoundPreview() {
  const { cards, prices } = useAtomValue(draftAtom)!
  const page = pageTexts(useAtomValue(contentAtom)!, { cards, prices }, schoolDay(), location.origin)
  const { title, description, image } = page.search
  return (
    <div className="grid gap-6">
      <section aria-label="Search result" className="grid gap-1 rounded-xl border border-line bg-card p-4">
        <p className="text-muted text-sm">{factsText([page.name, location.host])}</p>
        <p className="line-clamp-1 text-forest text-xl">{title}</p>
        <p className="line-clamp-2 text-muted">{description}</p>
      </section>
      <section aria-label="Link preview" className="grid overflow-hidden rounded-xl border border-line bg-card">
        <img
          src={shareImage(page)}
          alt={page.pictures.hero?.alt || image}
          className="aspect-[1.91] w-full object-cover"
        />
        <div className="grid gap-1 p-4">
          <p className="text-muted text-sm">{location.host}</p>
          <p className="line-clamp-2 font-semibold">{title}</p>
          <p className="line-clamp-2 text-muted text-sm">{description}</p>
        </div>
      </section>
      <p className="text-muted text-sm">
        Search engines and chats decide themselves how much of it they show. These texts are under Texts, Search engines
        and link previews.
      </p>
    </div>
  )
}
