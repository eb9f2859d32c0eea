import { createContext, useContext } from 'react'
import { renderedSite } from './rendered-site'

/** The renderer of the page provides the content that it renders. */
export const ShownSite = createContext(renderedSite)

export const useSite = () => useContext(ShownSite)
