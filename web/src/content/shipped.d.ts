declare module 'virtual:shipped-site' {
  export const shippedSite: import('@app/contracts/website/page-texts').IslandTexts
}
declare module 'virtual:shipped-page' {
  export const shippedPage: import('@app/contracts/website/page-texts').PageTexts
}
