import './tables-limits.test'
