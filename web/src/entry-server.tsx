export { robots, securityContact, sitemap, staffHead, staffManifest } from '#app/head'
export { renderLegalPage, renderPage, renderShipped, shippedEmail } from '#app/render-page'
