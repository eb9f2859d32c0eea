import { renderToString } from 'react-dom/server'
import { PublicPage } from '#app/public-page'

/** The home page as markup that the browser takes over without a change. */
export const renderHome = () => renderToString(<PublicPage />)

export { homeHead, robots, sitemap, staffHead } from '#app/head'
