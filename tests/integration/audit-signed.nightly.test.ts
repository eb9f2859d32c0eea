import './audit-signed.test'
