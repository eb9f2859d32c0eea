import type { References } from '@app/contracts/tables'
import { createContext, useContext } from 'react'

/** Labels of the records that the shown ones refer to, by table and id. */
export const LabelsContext = createContext<References>({})
export const useLabels = () => useContext(LabelsContext)

/** The values of a reference field, single or many. A text that is not an id is kept, too: it is shown as a deleted record. */
export const referenceValues = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')
