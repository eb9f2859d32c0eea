import './api-reference.test'
