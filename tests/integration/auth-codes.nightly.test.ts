import './auth-codes.test'
