import { renderToString } from 'react-dom/server'
import { PublicPage } from '#app/public-page'

/** The home page as markup for hydration. */
export const renderHome = () => renderToString(<PublicPage />)

export { homeHead, robots, securityContact, sitemap, staffHead } from '#app/head'
