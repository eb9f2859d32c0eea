export { homeHead, robots, securityContact, sitemap, staffHead } from '#app/head'
export { renderHome } from '#app/prerender'
