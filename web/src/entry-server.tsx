export { robots, securityContact, sitemap, staffHead } from '#app/head'
export { renderPage, renderShipped, shippedEmail } from '#app/render-page'
