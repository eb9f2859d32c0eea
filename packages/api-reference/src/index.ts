export { openApiDocument, openApiPath } from './document'
export { referencePage } from './page'
export { referenceScript, referenceStyle } from './page-assets'
export { apiSurface, breakingChanges } from './surface'
