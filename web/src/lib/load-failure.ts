/** The text of a page whose file did not load: after a release, or when further attempts would not help. */
export const loadFailure = {
  title: 'This page could not be shown',
  text: 'The site may have been updated, or the connection was lost. Load the page again to continue.',
  action: 'Reload',
}
