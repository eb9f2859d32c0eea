export { staffHead } from '#app/head'
export { renderFiles, renderLegalPage, renderPage, renderShipped, shippedFiles } from '#app/render-page'
