import { labels } from '#content/frame'
import { topId } from '#content/site'
import { Icon } from '#ui/icon'

/** Fixed at the bottom right of the window. */
export const BackToTop = () => (
  <a
    href={`#${topId}`}
    className="to-top screen-only fixed right-4 bottom-4 z-10 grid size-12 place-items-center rounded-full border-2 border-line bg-card text-forest shadow-card hover:border-forest"
  >
    <span className="sr-only">{labels.floating}</span>
    <Icon name="up" />
  </a>
)
