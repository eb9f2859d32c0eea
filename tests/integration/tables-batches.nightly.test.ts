import './tables-batches.test'
