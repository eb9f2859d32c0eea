import './tables-records.test'
