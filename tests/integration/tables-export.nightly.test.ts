import './tables-export.test'
