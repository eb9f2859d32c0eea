import './auth-sessions.test'
