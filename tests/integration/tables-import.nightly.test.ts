import './tables-import.test'
