export { robots, securityContact, sitemap, staffHead, staffManifest } from '#app/head'
export { renderPage, renderShipped, shippedEmail } from '#app/render-page'
