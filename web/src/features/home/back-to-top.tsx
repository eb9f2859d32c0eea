import { ArrowUp } from 'lucide-react'
import { hero } from '../../content/site'

/** Floats at the bottom right of the window. */
export const BackToTop = () => (
  <a
    href={`#${hero.id}`}
    className="fixed right-4 bottom-4 z-10 grid size-12 place-items-center rounded-full border-2 border-line bg-card text-forest shadow-card hover:border-forest"
  >
    <span className="sr-only">Scroll to top</span>
    <ArrowUp className="size-6" />
  </a>
)
