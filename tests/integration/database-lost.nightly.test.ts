import './database-lost.test'
