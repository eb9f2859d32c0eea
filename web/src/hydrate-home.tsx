import { hydrateRoot } from 'react-dom/client'
import { PublicPage } from '#app/public-page'

hydrateRoot(document.getElementById('root') as HTMLElement, <PublicPage />)
