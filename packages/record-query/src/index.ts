export { collation } from './collation'
export { literalPattern } from './literal-pattern'
export {
  contactFilters,
  type LabelMatches,
  labelFilter,
  matchingLabels,
  recordFilter,
  searchWords,
  unsettledField,
} from './record-filter'
export { resolveReferrers } from './resolve-referrers'
export { everything, instructorsOf, type Reach, type Scope, type ScopeOf, scopes, withinScope } from './scope'
export { selectionOf } from './selection'
export { notesKey, schemaIn } from './stored-schema'
