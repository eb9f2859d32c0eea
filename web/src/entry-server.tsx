export { staffHead } from '#features/home/render/head'
export {
  renderFiles,
  renderLegalPage,
  renderPage,
  renderShipped,
  shippedFiles,
} from '#features/home/render/prerender'
