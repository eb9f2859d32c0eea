import './alerts.test'
