import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './app/app'
import { site } from './content/site'

/** The home page as markup that the browser takes over without a change. */
export const renderHome = () =>
  renderToString(
    <StrictMode>
      <Router ssrPath="/">
        <App />
      </Router>
    </StrictMode>,
  )

export const homeHead = renderToStaticMarkup(
  <>
    <title>{site.title}</title>
    <meta name="description" content={site.description} />
  </>,
)

export const staffHead = renderToStaticMarkup(
  <>
    <title>{site.name}</title>
    <meta name="robots" content="noindex" />
  </>,
)
