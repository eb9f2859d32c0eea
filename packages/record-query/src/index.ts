export { collation } from './collation'
export { literalPattern } from './literal-pattern'
export {
  contactFilters,
  type LabelMatches,
  labelFilter,
  matchingLabels,
  recordFilter,
  searchWords,
  selectionOf,
  unsettledField,
} from './record-filter'
export { resolveReferrers } from './resolve-referrers'
export { everything, instructorsOf, type Reach, type Scope, type ScopeOf, scopes, withinScope } from './scope'
export { notesKey, schemaIn } from './stored-schema'
